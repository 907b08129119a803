import { createServer, type Server } from 'node:http'

/**
 * Time limits in milliseconds for the headers, for a whole request and for an idle connection. `check` is the interval
 * between two checks for slow clients.
 */
const waits = { headers: 20_000, request: 120_000, idle: 65_000, check: 5_000 }

/**
 * Creates a server that drops clients that send a request too slowly. Node's default check every 30 s would allow them
 * that much longer.
 */
export function createListener({ headers, request, idle, check } = waits): Server {
  const server = createServer({ connectionsCheckingInterval: check })
  server.headersTimeout = headers
  server.requestTimeout = request
  server.keepAliveTimeout = idle
  return server
}
