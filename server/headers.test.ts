import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { securityHeaders } from './headers'
import type { DoorSettings } from './settings'

let server: Server | undefined
afterEach(() => server?.close())

async function headersOf(path: string, settings: Partial<DoorSettings> = {}): Promise<Headers> {
  const app = express()
  app.use(securityHeaders({ secure: true, ...settings } as DoorSettings))
  app.get('/own', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=60').set('Content-Security-Policy', "default-src 'self'").send('own')
  })
  app.get('/plain', (_request, response) => {
    response.send('plain')
  })
  server = createServer(app)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}${path}`)).headers
}

it('sends HSTS for a year with subdomains when the portal uses TLS', async () => {
  const asked = (await headersOf('/plain')).get('strict-transport-security')
  expect(asked).toBe('max-age=31536000; includeSubDomains')
  server?.close()
  expect((await headersOf('/plain', { secure: false })).get('strict-transport-security')).toBeNull()
})

it('defaults to no caching and no active content, and keeps headers that a response sets itself', async () => {
  const plain = await headersOf('/plain')
  expect(plain.get('cache-control')).toBe('no-store')
  expect(plain.get('content-security-policy')).toMatch(/^default-src 'none'/)
  server?.close()
  const own = await headersOf('/own')
  expect(own.get('cache-control')).toBe('public, max-age=60')
  expect(own.get('content-security-policy')).toBe("default-src 'self'")
})

it('forbids framing and content type sniffing, and sends no referrer to other sites', async () => {
  const plain = await headersOf('/plain')
  expect(plain.get('x-frame-options')).toBe('DENY')
  expect(plain.get('x-content-type-options')).toBe('nosniff')
  // Not no-referrer: browsers would send `Origin: null` with plain forms.
  expect(plain.get('referrer-policy')).toBe('same-origin')
})
