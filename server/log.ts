import type { IncomingMessage, ServerResponse } from 'node:http'
import pino, { type Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { loggedPath } from '~/services/log.server'
import type { DoorSettings } from './settings'

export function createLog(settings: DoorSettings): Logger {
  return pino({ level: settings.logLevel, base: undefined })
}

/** Account behind the request, as the product records it for the log. */
export interface Asker {
  /** School id; account kind: `student`, `staff` or `guardian`. */
  school: number | null
  account: string | null
}

/**
 * One line per request: id, method, path, status, milliseconds, client address, school and account kind. No headers.
 */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    // The cause of a 5xx has its own line, with the stack.
    customErrorObject: (_request, _response, _error, value) => ({ ...value, err: undefined }),
    customProps: (request, response) => ({
      address: request.headers['x-client-address'],
      ...(response as { locals?: { asker?: Asker } }).locals?.asker,
    }),
    genReqId: (request) => String(request.headers['x-request-id']),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: (request) => /^\/(assets\/|healthz|readyz|metrics|favicon)/.test(request.url ?? '') },
    serializers: {
      req: (request: IncomingMessage) => ({ method: request.method, path: loggedPath(request.url ?? '') }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
    },
  })
}
