import type { Request, RequestHandler, Response } from 'express'
import { errorDocument, foreignCall } from './error-document'
import type { DoorSettings } from './settings'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** As the routes have it, in the letters in which it was sent: `/webhooks/../language` is another address. */
const webhook = /^\/webhooks\/(?:razorpay|sms|whatsapp)\/[2-9b-z]{12}$/
/** Reports of mail, by the operator's token, and the one click of RFC 8058: a mail provider posts it, and its sealed link is all it proves itself by. */
const ofMail = /^\/(webhooks\/mail-bounces|unsubscribe\/[\w-]{40,600})$/

const isOfMail = ({ method, path }: Request) => method === 'POST' && ofMail.test(path)

/**
 * Refuses every request that could change something and does not come from one of our own pages. Browsers say so
 * themselves (Sec-Fetch-Site); older ones send Origin, or at least Referer; who sends none of them is no browser with a
 * form. Webhooks prove themselves by a signature or a token, reports and the one click of mail by a token: the only exceptions. A portal with a public address has pages at no other;
 * a demo may be visited by any name of its machine.
 */
export function guardOrigin(
  settings: DoorSettings,
  onRefused: (request: Request, response: Response) => void,
): RequestHandler {
  return (request, response, next) => {
    if (safeMethods.has(request.method) || webhook.test(request.path) || isOfMail(request)) return next()
    // By the name that is asked alone: the product would compare the two, and fail where they differ.
    const own = [settings.local ? `${request.protocol}://${request.headers.host}` : settings.origin]
    if (isOwn(request.headers, own)) return next()
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

/** Whether the request was sent by a page of one of `own` (origins). */
export function isOwn(headers: OriginHeaders, own: string[]): boolean {
  const site = headers['sec-fetch-site']
  const from = headers.origin ?? originOf(headers.referer)
  // No browser says one thing in one header and another in the other.
  if (site !== undefined) return site === 'same-origin' && (from === undefined || own.includes(from))
  return from !== undefined && own.includes(from)
}

function originOf(address: string | undefined): string | undefined {
  return address && URL.canParse(address) ? new URL(address).origin : undefined
}
