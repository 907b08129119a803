import type { IncomingMessage, ServerResponse } from 'node:http'
import pino, { type Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import { loggedPath } from '~/services/log.server'
import type { DoorSettings } from './settings'

export function createLog(settings: DoorSettings): Logger {
  return pino({ level: settings.logLevel, base: undefined })
}

/** Whose request it turned out to be, as the product has noted it for the log. */
export interface Asker {
  /** The number of the school, and `student`, `staff` or `guardian`. */
  school: number | null
  account: string | null
}

/** One line a request: id, method, path, status, milliseconds, the address that asked, and whose school and what kind of account it was. No headers. */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId' },
    // What a 5xx came of has a line of its own, with the stack.
    customErrorObject: (_request, _response, _error, value) => ({ ...value, err: undefined }),
    customProps: (request, response) => ({
      address: request.headers['x-client-address'],
      ...(response as { locals?: { asker?: Asker } }).locals?.asker,
    }),
    genReqId: (request) => String(request.headers['x-request-id']),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: (request) => /^\/(assets\/|healthz|readyz|metrics|favicon)/.test(request.url ?? '') },
    serializers: {
      req: (request: IncomingMessage) => ({
        method: request.method,
        path: loggedPath(request.url ?? ''),
      }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
    },
  })
}
