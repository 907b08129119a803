import type { IncomingMessage, ServerResponse } from 'node:http'
import pino, { type Logger } from 'pino'
import { pinoHttp } from 'pino-http'
import type { DoorSettings } from './settings'

export function createLog(settings: DoorSettings): Logger {
  return pino({ level: settings.logLevel, base: undefined })
}

/** One line a request: method, path without its query (reset links carry tokens), status, milliseconds. No headers. */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    quietReqLogger: true,
    genReqId: (request) => String(request.headers['x-request-id']),
    customLogLevel: (_request, response, error) => (error || response.statusCode >= 500 ? 'error' : 'info'),
    autoLogging: { ignore: (request) => /^\/(assets\/|healthz|readyz|metrics|favicon)/.test(request.url ?? '') },
    serializers: {
      req: (request: IncomingMessage & { id: string }) => ({
        id: request.id,
        method: request.method,
        path: (request.url ?? '').split('?')[0],
      }),
      res: (response: ServerResponse) => ({ status: response.statusCode }),
    },
  })
}
