import type { RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { DoorSettings } from './settings'

/** What this machine asks by its own address. */
const ofOperator = /^\/(healthz|readyz|metrics|status)$/

/**
 * Lets in who asks by the name of this portal, and answers others with 403: an address that points here from elsewhere is none of ours, and a page
 * would compare it with the origin of a form. A demo may be visited by any name of its machine.
 */
export function guardHost(settings: Pick<DoorSettings, 'origin' | 'local'>, log: Pick<Logger, 'warn'>): RequestHandler {
  const own = new URL(settings.origin)
  return (request, response, next) => {
    // The product reads it before the name itself.
    delete request.headers['x-forwarded-host']
    const host = request.headers.host?.toLowerCase()
    // Only to read: what is posted there would be compared with the name as well.
    if (settings.local || (ofOperator.test(request.path) && /^(GET|HEAD)$/.test(request.method))) return next()
    // A proxy may leave the port out.
    if (host === own.host || host === own.hostname || host === `${own.hostname}:${portOf(own)}`) {
      request.headers.host = own.host
      return next()
    }
    log.warn({ requestId: request.headers['x-request-id'] }, 'asked by the name of another portal')
    response.status(403).type('text').send(`This portal is at ${settings.origin}\n`)
  }
}

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')
