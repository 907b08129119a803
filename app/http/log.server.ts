import { isRouteErrorResponse } from '@remix-run/react'
import { log, loggable, loggedPath } from '~/services/log.server'

/** The request's id as the door set it; people see it on error pages, and the log has the same. */
export function requestId(request: Request): string {
  return request.headers.get('X-Request-Id') ?? 'none'
}

/**
 * Logs a surprise with the path but not its query, which may carry tokens. An address that does not exist, or does not take
 * this method, is none: the door's line about the request says as much.
 */
export function logError(error: unknown, request: Request): void {
  if (isRouteErrorResponse(error) && error.status < 500) return
  log().error({
    requestId: requestId(request),
    method: request.method,
    path: loggedPath(new URL(request.url).pathname),
    error: loggable(error),
  })
}
