import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { DoorSettings } from './settings'

/** Paths that monitoring on this machine requests under the machine's own address. */
const ofOperator = /^\/(healthz|readyz|metrics|status)$/

/**
 * Admits requests for this portal's host name and refuses others with 403: the product compares a form's origin with
 * the requested name, so a foreign name that points here would pass. A demo accepts any name of its machine.
 */
export function guardHost(settings: Pick<DoorSettings, 'origin' | 'local'>, log: Pick<Logger, 'warn'>): RequestHandler {
  const ownUrl = new URL(settings.origin)
  return (request, response, next) => {
    // The product would prefer this header to Host.
    delete request.headers['x-forwarded-host']
    const host = request.headers.host?.toLowerCase()
    // Admits only reads of these paths: a POST would fail the comparison of its origin with the host name.
    if (settings.local || (ofOperator.test(request.path) && /^(GET|HEAD)$/.test(request.method))) return next()
    // A proxy may omit the port.
    if (host === ownUrl.host || host === ownUrl.hostname || host === `${ownUrl.hostname}:${portOf(ownUrl)}`) {
      request.headers.host = ownUrl.host
      return next()
    }
    log.warn({ requestId: request.headers['x-request-id'] }, 'request for the host of another portal')
    response.status(403).type('text').send(`This portal is at ${settings.origin}\n`)
  }
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')
