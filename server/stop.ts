import type { Server } from 'node:http'
import type { Logger } from 'pino'

/**
 * Time to finish requests in flight: longer than the time limit for the payment provider's responses, shorter than the
 * process manager's stop timeout (20 s plus the delay).
 */
const graceMs = 15_000

let stopping = false

/** Returns whether this process is about to end: `/readyz` reports it, and connections are no longer kept open. */
export const isStopping = (): boolean => stopping

/**
 * On SIGTERM or SIGINT: keeps serving for `delayMs`, while a proxy that polls `/readyz` redirects users before any is
 * refused; then accepts no new connection, finishes requests in flight, and ends.
 */
export function stopGracefully(server: Server, log: Logger, delayMs: number): void {
  const close = () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    // An idle keep-alive connection would block the stop for its whole idle time.
    setInterval(() => server.closeIdleConnections(), 100).unref()
    setTimeout(() => {
      log.error('stopped with work in flight')
      process.exit(1)
    }, graceMs).unref()
  }
  const stop = () => {
    if (stopping) return
    stopping = true
    log.info('stopping')
    if (delayMs > 0) setTimeout(close, delayMs)
    else close()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
