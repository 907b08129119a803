import type { RequestHandler } from 'express'
import { errorDocument } from './error-document'
import type { DoorSettings } from './settings'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses every request that could change something and does not come from one of our own pages. Browsers say so
 * themselves (Sec-Fetch-Site); older ones send Origin, or at least Referer; who sends none of them is no browser with a
 * form. Webhooks prove themselves by signature and are the only exception.
 */
export function guardOrigin(settings: DoorSettings): RequestHandler {
  return (request, response, next) => {
    if (safeMethods.has(request.method) || request.path.startsWith('/webhooks/')) return next()
    if (isOwn(request.headers, [settings.origin, `${request.protocol}://${request.headers.host}`])) return next()
    response.status(403).type('html').send(errorDocument('foreign', request))
  }
}

interface OriginHeaders {
  'sec-fetch-site'?: string | string[]
  origin?: string
  referer?: string
}

/** Whether the request was sent by a page of one of `own` (origins). */
export function isOwn(headers: OriginHeaders, own: string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  const from = headers.origin ?? originOf(headers.referer)
  return from !== undefined && own.includes(from)
}

function originOf(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).origin : undefined
}
