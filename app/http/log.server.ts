import { isRouteErrorResponse } from '@remix-run/react'
import { log, loggable, loggedPath } from '~/services/log.server'

/** Request id set by the server (server/); error pages and the log show the same id. */
export function requestId(request: Request): string {
  return request.headers.get('X-Request-Id') ?? 'none'
}

/**
 * Logs an unexpected error with the path but without the query, which may carry tokens. Skips unknown addresses and
 * methods: the server's request log already has them.
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
