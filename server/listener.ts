import { createServer, type Server } from 'node:http'

/** Milliseconds: for the headers, for a whole request, between two requests of a connection, and between two looks for those that are late. */
const waits = { headers: 20_000, request: 120_000, idle: 65_000, check: 5_000 }

/** A server that gives up who sends a request too slowly. Node looks for them every half a minute by itself: late ones would have that much longer. */
export function createListener({ headers, request, idle, check } = waits): Server {
  const server = createServer({ connectionsCheckingInterval: check })
  server.headersTimeout = headers
  server.requestTimeout = request
  server.keepAliveTimeout = idle
  return server
}
