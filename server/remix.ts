import type { Server } from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler } from '@remix-run/express'
import type { LoaderFunctionArgs, ServerBuild } from '@remix-run/node'
import type { Express, RequestHandler } from 'express'
import type { DoorSettings } from './settings'
import { sliceBuild } from './slices'

type InRequest = (
  request: { path: string; cookie: string | undefined; acceptLanguage: string | undefined },
  work: () => Promise<void>,
) => Promise<void>

/** Hands requests to Remix inside the product's own request context (language, statement count). */
export async function remixHandler(settings: DoorSettings, app: Express, server: Server): Promise<RequestHandler> {
  const load = settings.dev ? await developmentBuild(app, server) : await productionBuild(settings)
  return async (request, response, next) => {
    try {
      const { build, handlerFor } = await load()
      const context = {
        path: request.path,
        cookie: request.headers.cookie,
        acceptLanguage: request.headers['accept-language'],
      }
      await inRequestOf(build)(context, async () => handlerFor(request.path)(request, response, next))
    } catch (error) {
      next(error)
    }
  }
}

interface Product {
  build: ServerBuild
  handlerFor: (path: string) => RequestHandler
}

type Work = (args: LoaderFunctionArgs) => unknown

/** The build with the product's own answers to surprises in routes that have no page, where Remix has none to show. */
function withTroubleAnswered(build: ServerBuild): ServerBuild {
  const { answerTrouble } = build.entry.module as unknown as { answerTrouble: (work: Work) => Work }
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route || route.module.default) return [id, route]
    const { loader, action, ...rest } = route.module
    const module = {
      ...rest,
      ...(loader ? { loader: answerTrouble(loader) } : {}),
      ...(action ? { action: answerTrouble(action) } : {}),
    }
    return [id, { ...route, module }]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

function inRequestOf(build: ServerBuild): InRequest {
  return (build.entry.module as unknown as { inRequest: InRequest }).inRequest
}

async function productionBuild(settings: DoorSettings): Promise<() => Promise<Product>> {
  const file = path.join(settings.buildDir, 'server', 'index.js')
  const build = withTroubleAnswered(await import(pathToFileURL(file).href))
  const { buildFor } = sliceBuild(build)
  const handlers = new Map<ServerBuild, RequestHandler>()
  const handlerFor = (path: string) => {
    const slice = buildFor(path)
    const known = handlers.get(slice)
    if (known) return known
    const handler = createRequestHandler({ build: slice, mode: 'production', getLoadContext: () => ({}) })
    handlers.set(slice, handler)
    return handler
  }
  return async () => ({ build, handlerFor })
}

/** Vite in middleware mode: the same door serves development, with hot reload over the same port. */
async function developmentBuild(app: Express, server: Server): Promise<() => Promise<Product>> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } } })
  app.use(vite.middlewares)
  return async () => {
    const build = withTroubleAnswered((await vite.ssrLoadModule('virtual:remix/server-build')) as ServerBuild)
    const handler = createRequestHandler({ build, mode: 'development', getLoadContext: () => ({}) })
    return { build, handlerFor: () => handler }
  }
}
