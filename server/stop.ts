import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** Longer than the payment provider may take for an answer, shorter than whoever stops us waits (20 s). */
const graceMs = 15_000

/** On SIGTERM or SIGINT: takes no new connection, finishes what is in flight, then ends. */
export function stopGracefully(server: Server, log: Logger): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    log.info('stopping')
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    // A kept-open connection whose last answer is given would hold us for its whole idle time.
    setInterval(() => server.closeIdleConnections(), 100).unref()
    setTimeout(() => {
      log.error('stopped with work in flight')
      process.exit(1)
    }, graceMs).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
