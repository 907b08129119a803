import { log } from '~/services/log.server'
import { requestId } from './log.server'

/** Logs a message that claimed to come from somebody else: no query and no body, they are whatever the sender wanted. */
export function logSuspicion(what: string, request: Request): void {
  log().warn({ requestId: requestId(request), method: request.method, path: new URL(request.url).pathname, what })
}
