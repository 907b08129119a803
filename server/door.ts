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

/** Maximum body of a form or webhook, in bytes; uploads have their own limit where they are read. */
const maxBodyBytes = 60 * 1024 * 1024

/** HTTP methods that the app accepts. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Creates the door: the Express app that handles each request before the product. It knows only HTTP, not schools. */
export async function createDoor(settings: DoorSettings, server: Server): Promise<{ app: Express; log: Logger }> {
  const log = createLog(settings)
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', settings.trustProxy)
  app.use((request, response, next) => {
    // Use the trusted proxy's request id, so that its log and ours can be joined. Otherwise create our own: users see
    // the id and must not choose it.
    request.headers['x-request-id'] = idOfProxy(request.headers['x-request-id'], settings) ?? randomUUID()
    response.setHeader('X-Request-Id', request.headers['x-request-id'])
    // Client address according to the trusted proxies: the product limits registrations by it.
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
    // Refuse a body of unknown length, because it could exceed every limit. Browsers always send a form's length.
    if (request.headers['transfer-encoding'] === undefined) return next()
    response.status(411).type('html').send(errorDocument('tooLarge', request))
  })
  app.use((request, response, next) => {
    // Drain the unread body of a refused request (too large, or from a foreign page): otherwise the next request on
    // this connection, perhaps a proxy's, would wait behind it forever.
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
    // Absolute URLs are for proxies; the door is not a proxy.
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
  // Level 4 takes 0.2 ms per page; assets were compressed at build time.
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

/**
 * Request id as nginx creates it ($request_id): 32 hex digits. A client that bypasses the proxy may send one, without
 * harm.
 */
function idOfProxy(header: string | string[] | undefined, { trustProxy }: DoorSettings): string | null {
  return trustProxy > 0 && typeof header === 'string' && /^[0-9a-f]{32}$/.test(header) ? header : null
}

/** Returns whether a path decodes to valid text: `%ff` is invalid UTF-8 and matches no route. */
function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
