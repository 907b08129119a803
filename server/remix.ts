import type { Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from '@remix-run/express'
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import type { Express, Request, RequestHandler, Response } from 'express'
import { errorDocument } from './error-document'
import { fileHandler } from './files'
import { goneBefore } from './gone'
import { type LightEntry, lightPageHandler } from './light-pages'
import type { Asker } from './log'
import type { DoorSettings } from './settings'
import { type Slice, sliceBuild } from './slices'

/** Exports of `app/entry.server.tsx` that the HTTP server uses. */
interface Entry extends LightEntry {
  inRequest: (request: ReturnType<typeof doorRequest>, work: () => Promise<void>) => Promise<void>
  answerTrouble: (work: Work) => Work
  keepingTurns: (work: Work) => Work
  recordForeignOrigin: () => Promise<void>
}

export interface Product {
  handle: RequestHandler
  /** Records in the security log that the HTTP server refused a request from a foreign page. */
  recordForeignOrigin: (request: Request, response: Response) => Promise<void>
}

/** Passes requests to Remix within the product's request context (language, client address, statement count). */
export async function openProduct(settings: DoorSettings, app: Express, server: Server): Promise<Product> {
  const load = settings.dev ? await developmentBuild(app, server) : await productionBuild(settings)
  return {
    handle: async (request, response, next) => {
      try {
        const { build, handlerFor } = await load()
        await entryOf(build).inRequest(doorRequest(request, response), async () =>
          handlerFor(request.path)(request, response, next),
        )
      } catch (error) {
        if (response.destroyed) return
        if (!isBusy(error) || response.headersSent) return next(error)
        response.status(503).set('Retry-After', '5').type('html').send(errorDocument('busy', request))
      }
    },
    recordForeignOrigin: async (request, response) => {
      const { inRequest, recordForeignOrigin } = entryOf((await load()).build)
      await inRequest(doorRequest(request, response), recordForeignOrigin)
    },
  }
}

/**
 * Returns true when the request failed because too many others were in progress. Checks the code of the app's error,
 * because the error classes belong to another bundle.
 */
const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'own-share' || error.code === 'too-many')

function doorRequest({ method, path, headers }: Request, response: Response) {
  let signal: AbortSignal | undefined
  return {
    method,
    path,
    tellAsker: (asker: Asker) => {
      response.locals.asker = asker
    },
    cookie: headers.cookie,
    acceptLanguage: headers['accept-language'],
    requestId: headers['x-request-id']?.toString(),
    address: headers['x-client-address']?.toString(),
    userAgent: headers['user-agent'],
    gone: () => {
      signal ??= goneBefore(response)
      return signal
    },
  }
}

interface Loaded {
  build: ServerBuild
  handlerFor: (path: string) => RequestHandler
}

type Work = (args: LoaderFunctionArgs) => unknown

/**
 * Wraps the build's loaders and actions: routes without a page return the app's own error responses, and a request
 * counts as in progress until its loaders and actions end, even if the client disconnects.
 */
function withProductAround(build: ServerBuild): ServerBuild {
  const { answerTrouble, keepingTurns } = entryOf(build)
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route]
    const around = (work: Work) => keepingTurns(route.module.default ? work : answerTrouble(work))
    const { loader, action, ...rest } = route.module
    const module = {
      ...rest,
      ...(loader ? { loader: around(loader) } : {}),
      ...(action ? { action: around(action) } : {}),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function entryOf(build: ServerBuild): Entry {
  return build.entry.module as unknown as Entry
}

async function productionBuild(settings: DoorSettings): Promise<() => Promise<Loaded>> {
  const file = path.join(settings.buildDir, 'server', 'index.js')
  const build = withProductAround(await import(pathToFileURL(file).href))
  const sliceOf = sliceBuild(build)
  const handlers = new Map<Slice, RequestHandler>()
  return async () => ({
    build,
    handlerFor: (path) => {
      const slice = sliceOf(path)
      const handler = handlers.get(slice) ?? handlerOf(slice, entryOf(build), settings.origin)
      handlers.set(slice, handler)
      return handler
    },
  })
}

/** Handles files, and pages that need no scripts, itself; leaves the rest to Remix. */
function handlerOf(slice: Slice, entry: Entry, origin: string): RequestHandler {
  const byRemix = createRequestHandler({ build: slice.build, mode: 'production', getLoadContext: () => ({}) })
  const light = lightPageHandler(slice, entry, origin)
  const file = fileHandler(slice, origin)
  return async (request, response, next) => {
    if (file && /^(GET|HEAD)$/.test(request.method)) await file(request, response)
    else if (!(await light?.(request, response))) await byRemix(request, response, next)
  }
}

/** Vite in middleware mode: development runs behind the same HTTP server, with hot reload on the same port. */
async function developmentBuild(app: Express, server: Server): Promise<() => Promise<Loaded>> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  app.use(vite.middlewares)
  return async () => {
    const build = withProductAround((await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild)
    const handler = createRequestHandler({ build, mode: 'development', getLoadContext: () => ({}) })
    return { build, handlerFor: () => handler }
  }
}
