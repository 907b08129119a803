import type { Server } from 'node:http'
import type { Logger } from 'pino'

/** On SIGTERM or SIGINT: takes no new connection, finishes what is in flight (10 s at most), then ends. */
export function stopGracefully(server: Server, log: Logger): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    log.info('stopping')
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 10_000).unref()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
