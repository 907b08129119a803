import { createHash, randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import type { EntryContext, HandleDataRequestFunction } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { RenderModeProvider } from './components/ui/render-mode'
import { queriesSoFar } from './database/work.server'
import { env } from './env.server'
import { contentSecurityPolicy } from './http/content-security-policy.server'
import { logError, requestId } from './http/log.server'
import { cacheControlOf, hasMap, isPageHandle, pageVary } from './http/page'
import { isEnhanced } from './http/render-mode.server'
import { areRecordsAway, isForSharedPhone, noteRecordsAway } from './http/request-context.server'
import { passesByItself, retryAfterSeconds } from './http/resource-trouble.server'
import { bodyOfStream } from './http/stream-body.server'

export { isEnhanced } from './http/render-mode.server'
export { inRequest, keepingTurns } from './http/request-context.server'
export { answerTrouble } from './http/resource-trouble.server'
export { samePage } from './http/same-pages.server'
export { recordForeignOrigin } from './http/suspicion-log.server'

/**
 * Renders in one of two modes. A browser that has passed the probe (cookie `enhance=1`, no data saver) gets the
 * document with React's scripts once everything is ready; all others get the same markup without scripts.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  // An error page must not depend on scripts and shows the request id.
  const isWhole = statusOf(context, status) < 500 && context.staticHandlerContext.errors === null
  if (!isWhole || !isEnhanced(request)) {
    const light = renderLight(request, status, headers, { ...context, serverHandoffStream: undefined })
    return new Response(light.html, { status: light.status, headers })
  }

  const nonce = randomBytes(16).toString('base64')
  const page = documentOf(request, status, headers, context, nonce)
  return new Promise<Response>((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page.document, {
      nonce,
      onAllReady() {
        const body = withoutGaps()
        resolve(new Response(bodyOfStream(body), { status: page.status, headers }))
        pipe(body)
      },
      onShellError: reject,
      onError: (error) => logError(error, request),
    })
    setTimeout(abort, 10_000).unref()
  })
}

/** Renders the document without scripts and without the loader data that they would need; completes `headers`. */
export function renderLight(request: Request, status: number, headers: Headers, context: EntryContext) {
  const page = documentOf(request, status, headers, context, undefined)
  const html = `<!doctype html>${renderToString(page.document)}`
  // A response that sets a cookie may show a toast, which must appear only once. So the browser must not reuse the
  // page.
  if (page.isKept && page.status === 200 && !headers.has('Set-Cookie')) headers.set('ETag', validatorOf(html))
  return { status: page.status, html }
}

const validatorOf = (html: string) => `W/"${createHash('sha256').update(html).digest('base64url')}"`

/** Returns a page as a document with its status, and sets its headers; with a nonce it carries React's scripts. */
function documentOf(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  nonce: string | undefined,
) {
  const recordsAway = areRecordsAway()
  const { matches, loaderData } = context.staticHandlerContext
  const leaf = matches.at(-1)?.route.id
  const handle = leaf ? context.routeModules[leaf]?.handle : undefined
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set(
    'Content-Security-Policy',
    contentSecurityPolicy({ nonce, hasMap: hasMap(handle, Object.values(loaderData)) }),
  )
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', cacheControlOf(handle, isForSharedPhone()))
  headers.append('Vary', pageVary)
  if (recordsAway) headers.set('Retry-After', retryAfterSeconds)
  if (env().REPORT_QUERIES === '1') headers.set('X-Queries', String(queriesSoFar()))
  const mode = { enhanced: nonce !== undefined, nonce, recordsAway, requestId: requestId(request) }
  const document = (
    <RenderModeProvider value={mode}>
      <RemixServer context={context} url={request.url} nonce={nonce} />
    </RenderModeProvider>
  )
  const isKept = isPageHandle(handle) && handle.isKept && !isForSharedPhone()
  return { status: statusOf(context, status), document, isKept }
}

/**
 * Keeps the status 422 of a form only if its page can be shown. Remix would keep it even when a loader then fails or
 * throws a 404.
 */
function statusOf(context: EntryContext, status: number): number {
  if (areRecordsAway()) return 503
  const [failure] = Object.values(context.staticHandlerContext.errors ?? {})
  if (failure === undefined) return status
  return isRouteErrorResponse(failure) ? failure.status : 500
}

/**
 * Removes NUL bytes. React 18 sends its whole buffer even when a multi-byte character does not fit at its end, so
 * Gujarati and Hindi pages would contain NUL bytes and fail to hydrate. No page contains a NUL of its own.
 */
function withoutGaps(): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, callback) =>
      callback(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk),
  })
}

/**
 * Sets the headers of loader and action responses for client navigation: `no-store`, unless the route sets its own
 * Cache-Control.
 */
export const handleDataRequest: HandleDataRequestFunction = (response) => {
  if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
  if (env().REPORT_QUERIES === '1') response.headers.set('X-Queries', String(queriesSoFar()))
  if (!areRecordsAway()) return response
  response.headers.set('Retry-After', retryAfterSeconds)
  return new Response(response.body, { status: 503, headers: response.headers })
}

export function handleError(error: unknown, { request }: { request: Request }) {
  if (passesByItself(error)) noteRecordsAway()
  if (!request.signal.aborted) logError(error, request)
}
