import pino from 'pino'
import { env } from '~/env.server'

let logger: pino.Logger | undefined

/** The product's log: JSON lines without personal data. */
export function log(): pino.Logger {
  logger ??= pino({ level: env().LOG_LEVEL, base: undefined })
  return logger
}

/** The request's id as the door set it; people see it on error pages, and the log has the same. */
export function requestId(request: Request): string {
  return request.headers.get('X-Request-Id') ?? 'none'
}

/** Logs a surprise with the path but not its query, which may carry tokens. */
export function logError(error: unknown, request: Request): void {
  log().error({
    requestId: requestId(request),
    method: request.method,
    path: new URL(request.url).pathname,
    error: error instanceof Error ? { name: error.name, message: withoutValues(error), stack: error.stack } : String(error),
  })
}

/** A database driver repeats the values of a statement in its message; those may be somebody's. */
function withoutValues(error: Error): string {
  return error.name.startsWith('Sequelize') ? error.name : error.message
}
