import type { EntryContext } from '@remix-run/node'
import {
  type AgnosticRouteObject,
  createStaticHandler,
  getStaticContextFromError,
  isRouteErrorResponse,
  type StaticHandlerContext,
} from '@remix-run/router'
import type { Request as DoorRequest, Response as DoorResponse } from 'express'
import { goneBefore } from './gone'
import { type Slice, treeOf } from './slices'

/** What the product's entry does for a page that carries no script. */
export interface LightEntry {
  isEnhanced: (request: { headers: { get: (name: string) => string | null } }) => boolean
  renderLight: (
    request: Request,
    status: number,
    headers: Headers,
    context: EntryContext,
  ) => { status: number; html: string }
  handleError: (error: unknown, args: { request: Request }) => void
  visitKeptPage: (
    page: { id: string; handle: unknown },
    context: object,
    request: Request,
  ) => Promise<{ validator: string; headers: Record<string, string>; isCovered: () => boolean } | null>
  samePage: (
    handle: unknown,
    request: { url: string; headers: { get: (name: string) => string | null } },
  ) => { known: SentPage | undefined; keep: (page: SentPage) => void } | null
}

interface SentPage {
  headers: [string, string][]
  html: string
}

/** Answers whether it has answered: it leaves to Remix what is no plain visit of a page. */
type LightHandler = (request: DoorRequest, response: DoorResponse) => Promise<boolean>

/** Marks of the router's own in an address, which Remix takes away before loaders see it. */
const marks = /[?&](index|_data|_routes)\b/

/**
 * Answers a page without scripts by the same loaders and components as Remix's own handler, leaving out what only scripts need: a Request for
 * each loader, the loaders' data encoded, web streams around a text (decision 0033). Null where Remix has to answer: a slice without a
 * page, or with headers of its own.
 */
export function lightPageHandler({ build, leaf }: Slice, entry: LightEntry, origin: string): LightHandler | null {
  const routes = Object.values(build.routes).flatMap((route) => route ?? [])
  const page = leaf === null ? undefined : build.routes[leaf]
  if (!page?.module.default || routes.some(({ module }) => module.headers)) return null
  const handler = createStaticHandler(treeOf(build.routes, routeOf), {
    future: { v7_relativeSplatPath: true, v7_throwAbortReason: true },
  })
  const routeModules = Object.fromEntries(routes.map(({ id, module }) => [id, module]))
  const entryContext = (staticHandlerContext: StaticHandlerContext): EntryContext => ({
    manifest: build.assets,
    routeModules: routeModules as EntryContext['routeModules'],
    staticHandlerContext,
    serverHandoffString: undefined,
    future: build.future,
    isSpaMode: false,
    serializeError: () => undefined as never,
  })

  return async (doorRequest, response) => {
    if (doorRequest.method !== 'GET' || marks.test(doorRequest.url)) return false
    // Client navigation, also of a page whose browser has lost the cookie since: after a day, or with data saver switched on.
    if (doorRequest.path.endsWith('.data')) return false
    const sent = {
      url: origin + doorRequest.originalUrl,
      headers: { get: (name: string) => doorRequest.get(name) ?? null },
    }
    if (entry.isEnhanced(sent)) return false
    const same = entry.samePage(page.module.handle, sent)
    if (same?.known) {
      send(response, 200, same.known.headers, same.known.html)
      return true
    }
    const request = requestOf(doorRequest, response, origin)
    const requestContext = {}
    const visit = await entry.visitKeptPage({ id: page.id, handle: page.module.handle }, requestContext, request)
    if (visit && request.headers.get('If-None-Match') === visit.validator) {
      response.status(304).set(visit.headers).end()
      return true
    }
    const context = await handler.query(request, { requestContext }).catch((error) => {
      // Whoever asked has gone: nobody is left to answer.
      if (request.signal.aborted) return null
      throw error
    })
    if (context === null) return true
    if (context instanceof Response) {
      send(response, context.status, context.headers)
      return true
    }
    for (const error of Object.values(context.errors ?? {})) {
      if (!isRouteErrorResponse(error)) entry.handleError(error, { request })
    }
    const render = (of: StaticHandlerContext) => {
      const headers = cookiesOf(of)
      const { status, html } = entry.renderLight(request, of.statusCode, headers, entryContext(of))
      // What a toast or an error says is said once.
      if (status === 200 && !of.errors && !headers.has('Set-Cookie')) {
        if (visit?.isCovered()) headers.set('ETag', visit.validator)
        same?.keep({ headers: [...headers], html })
      }
      send(response, status, headers, html)
    }
    try {
      render(context)
    } catch (error) {
      entry.handleError(error, { request })
      render(getStaticContextFromError(handler.dataRoutes, context, error))
    }
    return true
  }
}

const routeOf: Parameters<typeof treeOf>[1] = ({ id, module }) => ({
  handle: module.handle,
  hasErrorBoundary: id === 'root' || module.ErrorBoundary !== undefined,
  loader: module.loader as AgnosticRouteObject['loader'],
})

/** A GET as the product reads it. */
export function requestOf(
  { originalUrl, headers: sent }: DoorRequest,
  response: DoorResponse,
  origin: string,
): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
  }
  return new Request(origin + originalUrl, { headers, signal: goneBefore(response) })
}

/** The cookies that the loaders set: a page has no other headers of theirs. */
function cookiesOf({ loaderHeaders }: StaticHandlerContext): Headers {
  const headers = new Headers()
  const cookies = Object.values(loaderHeaders).flatMap((of) => of.getSetCookie())
  for (const cookie of new Set(cookies)) headers.append('Set-Cookie', cookie)
  return headers
}

function send(response: DoorResponse, status: number, headers: Iterable<[string, string]>, html?: string): void {
  response.status(status)
  for (const [name, value] of headers) response.append(name, value)
  response.end(html)
}
