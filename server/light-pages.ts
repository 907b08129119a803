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

/** Functions of the product's entry for pages without scripts. */
export interface LightEntry {
  isEnhanced: (request: { headers: { get: (name: string) => string | null } }) => boolean
  renderLight: (
    request: Request,
    status: number,
    headers: Headers,
    context: EntryContext,
  ) => { status: number; html: string }
  handleError: (error: unknown, args: { request: Request }) => void
  samePage: (
    handle: unknown,
    request: { url: string; headers: { get: (name: string) => string | null } },
  ) => { known: SentPage | undefined; keep: (page: SentPage) => void } | null
}

interface SentPage {
  headers: [string, string][]
  html: string
}

/** Returns true when it has responded; leaves requests other than plain page visits to Remix. */
type LightHandler = (request: DoorRequest, response: DoorResponse) => Promise<boolean>

/** The router's own query parameters, which Remix removes before loaders see them. */
const marks = /[?&](index|_data|_routes)\b/

/**
 * Renders a page without scripts with the same loaders and components as Remix's handler, without the work that only
 * scripts need: a Request per loader, encoded loader data, web streams around a text (decision 33). Returns null when
 * Remix must respond, because the slice has no page, or a route in it sets its own headers.
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
    // Remix answers a navigation by script, even without the cookie that enables scripts: it may have expired since the
    // page was loaded, or the reader has turned on data saver.
    if (doorRequest.path.endsWith('.data')) return false
    const pageRequest = {
      url: origin + doorRequest.originalUrl,
      headers: { get: (name: string) => doorRequest.get(name) ?? null },
    }
    if (entry.isEnhanced(pageRequest)) return false
    const same = entry.samePage(page.module.handle, pageRequest)
    if (same?.known) {
      send(doorRequest, response, 200, same.known.headers, same.known.html)
      return true
    }
    const request = requestOf(doorRequest, response, origin)
    const requestContext = {}
    const context = await handler.query(request, { requestContext }).catch((error) => {
      // The client disconnected.
      if (request.signal.aborted) return null
      throw error
    })
    if (context === null) return true
    if (context instanceof Response) {
      send(doorRequest, response, context.status, context.headers)
      return true
    }
    for (const error of Object.values(context.errors ?? {})) {
      if (!isRouteErrorResponse(error)) entry.handleError(error, { request })
    }
    const render = (staticContext: StaticHandlerContext) => {
      const headers = cookiesOf(staticContext)
      const { status, html } = entry.renderLight(
        request,
        staticContext.statusCode,
        headers,
        entryContext(staticContext),
      )
      // Toasts and errors are shown once, so they are not cached.
      if (status === 200 && !staticContext.errors && !headers.has('Set-Cookie')) {
        same?.keep({ headers: [...headers], html })
      }
      send(doorRequest, response, status, headers, html)
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

/** Converts a GET request to the web `Request` that the product expects. */
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

/** Cookies set by the loaders; a page ignores their other headers. */
function cookiesOf({ loaderHeaders }: StaticHandlerContext): Headers {
  const headers = new Headers()
  const cookies = Object.values(loaderHeaders).flatMap((routeHeaders) => routeHeaders.getSetCookie())
  for (const cookie of new Set(cookies)) headers.append('Set-Cookie', cookie)
  return headers
}

/** Sends a page, or 304 when the client already has this page (`If-None-Match`, decision 38). */
function send(
  request: DoorRequest,
  response: DoorResponse,
  status: number,
  headers: Iterable<[string, string]>,
  html?: string,
): void {
  response.status(status)
  for (const [name, value] of headers) response.append(name, value)
  if (!request.fresh) return void response.end(html)
  response.status(304).removeHeader('Content-Type')
  response.end()
}
