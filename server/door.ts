import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import compression from 'compression'
import express, { type ErrorRequestHandler, type Express } from 'express'
import type { Logger } from 'pino'
import { loggable, loggedPath } from '~/services/log.server'
import { errorDocument } from './error-document'
import { securityHeaders } from './headers'
import { guardHost } from './host-guard'
import { createLog, requestLog } from './log'
import { countRequests } from './metrics'
import { guardOrigin } from './origin-guard'
import { openProduct, type Product } from './remix'
import type { DoorSettings } from './settings'
import { staticFiles } from './static-files'
import { isStopping } from './stop'

/** Longest form or webhook body; uploads have their own, larger limit where they are read. */
const maxBodyBytes = 60 * 1024 * 1024

/** Whatever else HTTP knows, no page of ours sends. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** The door: everything a request passes before the product sees it. It knows HTTP and nothing of schools. */
export async function createDoor(settings: DoorSettings, server: Server): Promise<{ app: Express; log: Logger }> {
  const log = createLog(settings)
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.trustProxy)
  app.use((request, response, next) => {
    // The id of the proxy that we trust, so that its log and ours can be joined; else our own: it is shown to people and must not be theirs to choose.
    request.headers['x-request-id'] = idOfProxy(request.headers['x-request-id'], settings) ?? randomUUID()
    response.setHeader('X-Request-Id', request.headers['x-request-id'])
    // Whence it came, as far as the proxies that we trust say: the product counts registrations by it.
    request.headers['x-client-address'] = request.ip ?? 'unknown'
    next()
  })
  app.use(requestLog(log))
  if (settings.counts) app.use(countRequests())
  app.use(securityHeaders(settings))
  app.use(guardHost(settings, log))
  app.use((request, response, next) => {
    if (!isStopping()) return next()
    response.setHeader('Connection', 'close')
    if (request.path !== '/readyz') return next()
    response.status(503).json({ ready: false, reason: 'stopping' })
  })
  app.use((request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes) return next()
    response.status(413).type('html').send(errorDocument('tooLarge', request))
  })
  app.use((request, response, next) => {
    // Browsers always say how long a form is; a body without a length could grow past every limit.
    if (request.headers['transfer-encoding'] === undefined) return next()
    response.status(411).type('html').send(errorDocument('tooLarge', request))
  })
  app.use((request, response, next) => {
    // What was refused unread (a form too large, a foreign one) is let run out: else the next request on this connection,
    // a proxy's perhaps, would wait behind it for ever.
    response.once('finish', () => {
      if (!request.readableEnded) request.removeAllListeners('data').resume()
    })
    next()
  })
  app.use((request, response, next) => {
    if (methods.includes(request.method)) return next()
    response.status(405).set('Allow', methods.join(', ')).type('html').send(errorDocument('unreadable', request))
  })
  app.use((request, response, next) => {
    // Whole addresses are asked of a proxy, which this is not.
    if (request.url.startsWith('/') && isReadable(request.path)) return next()
    response.status(400).type('html').send(errorDocument('unreadable', request))
  })
  let product: Product | undefined
  app.use(
    guardOrigin(settings, (request, response) => {
      product?.recordForeignOrigin(request, response).catch((error) => log.error({ error: loggable(error) }))
    }),
  )
  app.use(await staticFiles(settings))
  // Level 4 costs a fifth of a millisecond for a page; assets were compressed at build time.
  app.use(
    compression({ brotli: { params: { 0: 0, 1: 4 } }, level: 4, threshold: 512 } as compression.CompressionOptions),
  )
  product = await openProduct(settings, app, server)
  app.all('*', product.handle)
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    log.error({ requestId: request.headers['x-request-id'], path: loggedPath(request.path), error: loggable(error) })
    if (response.headersSent) return response.destroy()
    response.status(500).type('html').send(errorDocument('failed', request))
  }
  app.use(onError)
  return { app, log }
}

/** As nginx makes it ($request_id): 32 figures. Whoever reaches the app past the proxy may say one of that form, which harms nobody. */
function idOfProxy(said: string | string[] | undefined, { trustProxy }: DoorSettings): string | null {
  return trustProxy > 0 && typeof said === 'string' && /^[0-9a-f]{32}$/.test(said) ? said : null
}

/** Whether an address is text at all: `%ff` is no UTF-8, and nothing behind the door could say what it names. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
