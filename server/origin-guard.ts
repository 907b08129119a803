import type { Request, RequestHandler, Response } from 'express'
import { errorDocument, foreignCall } from './error-document'
import type { DoorSettings } from './settings'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Webhook paths exactly as the routes have them, undecoded: `/webhooks/../language` must not match. */
const webhook = /^\/webhooks\/(?:razorpay|sms|whatsapp)\/[2-9b-z]{12}$/
/**
 * Mail paths: bounce reports with the operator's token, and RFC 8058 one-click unsubscribe, posted by a mail provider
 * with the sealed link as its only proof.
 */
const ofMail = /^\/(webhooks\/mail-bounces|unsubscribe\/[\w-]{40,600})$/

const isOfMail = ({ method, path }: Request) => method === 'POST' && ofMail.test(path)

/**
 * Refuses every state-changing request that does not come from our own pages. Browsers send Sec-Fetch-Site, older ones
 * Origin or at least Referer; a client that sends none of these is not a browser with a form. The only exceptions are
 * webhooks (signature or token), bounce reports and one-click unsubscribe (token). A public portal has a single origin;
 * a demo accepts any name of its machine.
 */
export function guardOrigin(
  settings: DoorSettings,
  onRefused: (request: Request, response: Response) => void,
): RequestHandler {
  return (request, response, next) => {
    if (safeMethods.has(request.method) || webhook.test(request.path) || isOfMail(request)) return next()
    // A demo accepts only the origin of the requested host: Remix compares origin and host, too, and fails when they
    // differ.
    const ownOrigins = [settings.local ? `${request.protocol}://${request.headers.host}` : settings.origin]
    if (isOwn(request.headers, ownOrigins)) return next()
    onRefused(request, response)
    response.status(403)
    if (request.is('json') || request.accepts(['html', 'json']) === 'json')
      response.json({ message: foreignCall(request) })
    else response.type('html').send(errorDocument('foreign', request))
  }
}

interface OriginHeaders {
  'sec-fetch-site'?: string | string[]
  origin?: string
  referer?: string
}

/** Returns whether a page of one of the origins `ownOrigins` sent the request. */
export function isOwn(headers: OriginHeaders, ownOrigins: string[]): boolean {
  const site = headers['sec-fetch-site']
  const from = headers.origin ?? originOf(headers.referer)
  // Refuses two headers that contradict each other, which browsers never send.
  if (site !== undefined) return site === 'same-origin' && (from === undefined || ownOrigins.includes(from))
  return from !== undefined && ownOrigins.includes(from)
}

function originOf(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).origin : undefined
}
