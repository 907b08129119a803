import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, it } from 'vitest'
import { createListener } from './listener'

it('returns 408 to a client that does not complete its headers in time, and serves other clients', async () => {
  const server = createListener({ headers: 100, request: 60_000, idle: 60_000, check: 50 }).listen(0)
  server.on('request', (_request, response) => response.end('served'))
  const { port } = server.address() as AddressInfo
  const half = connect(port, '127.0.0.1')
  half.write('GET / HTTP/1.1\r\nHost: ')
  let told = ''
  half.on('data', (part) => {
    told += part.toString()
  })
  await once(half, 'close')
  expect(told).toMatch(/^HTTP\/1\.1 408 /)
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('served')
  server.closeAllConnections()
  server.close()
})

it('checks connections often enough that the header limit of 20 s is exceeded by at most 5 s', () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, ...server } = createListener()
  const { connectionsCheckingInterval } = server as unknown as { connectionsCheckingInterval: number }
  expect(headersTimeout + connectionsCheckingInterval).toBe(25_000)
  expect([requestTimeout, keepAliveTimeout]).toEqual([120_000, 65_000])
})
