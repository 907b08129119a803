import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Longer than the payment provider may take for an answer, shorter than whoever stops us waits (20 s, and the delay). */
const graceMs = 15_000

let stopping = false

/** Whether this process is about to end: `/readyz` says so, and no connection is kept open any more. */
export const isStopping = (): boolean => stopping

/**
 * On SIGTERM or SIGINT: serves on for `delayMs`, in which a proxy that asks `/readyz` sends people elsewhere before anybody is refused;
 * then takes no new connection, finishes what is in flight, and ends.
 */
export function stopGracefully(server: Server, log: Logger, delayMs: number): void {
  const close = () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    // A kept-open connection whose last answer is given would hold us for its whole idle time.
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
