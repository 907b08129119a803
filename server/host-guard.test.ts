import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, expect, it } from 'vitest'
import { guardHost } from './host-guard'

const warned: string[] = []
const log = { warn: (_about: unknown, words: string) => warned.push(words) } as unknown as Parameters<
  typeof guardHost
>[1]

function serverFor(settings: { origin: string; local: boolean }) {
  const app = express().use(guardHost(settings, log))
  app.use((asked, response) => {
    response.json({ host: asked.headers.host, forwarded: asked.headers['x-forwarded-host'] ?? null })
  })
  return app.listen(0)
}

const portal = serverFor({ origin: 'https://portal.test', local: false })
const other = serverFor({ origin: 'https://portal.test:8443', local: false })
const demo = serverFor({ origin: 'http://localhost:3000', local: true })
afterAll(() => [portal, other, demo].map((server) => server.close()))

function ask(
  server: typeof portal,
  host: string,
  path = '/school',
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asked = request({ port, path, method, headers: { ...headers, host }, setHost: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asked.on('error', reject).end()
  })
}

it.each(['portal.test', 'portal.test:443', 'Portal.Test'])(
  'accepts requests for %s, and rewrites their host to the canonical name',
  async (host) => {
    const answer = await ask(portal, host, '/school', { 'x-forwarded-host': 'evil.example' })
    expect(JSON.parse(answer.text)).toEqual({ host: 'portal.test', forwarded: null })
  },
)

it.each(['portal.test:1', 'evil.example', 'portal.test.evil.example', '127.0.0.1'])(
  'refuses requests for %s with 403 and the portal’s address as text',
  async (host) => {
    warned.length = 0
    expect(await ask(portal, host)).toEqual({ status: 403, text: 'This portal is at https://portal.test\n' })
    expect(warned).toHaveLength(1)
  },
)

it('accepts the portal’s host name with the portal’s port or without a port, and refuses any other port', async () => {
  for (const host of ['portal.test:8443', 'portal.test'])
    expect(JSON.parse((await ask(other, host)).text)).toMatchObject({ host: 'portal.test:8443' })
  expect((await ask(other, 'portal.test:443')).status).toBe(403)
})

it('allows health checks at any address, and in a demo all requests', async () => {
  expect((await ask(portal, '127.0.0.1:3001', '/readyz')).status).toBe(200)
  expect((await ask(portal, '127.0.0.1:3001', '/status', {}, 'POST')).status).toBe(403)
  expect(JSON.parse((await ask(demo, 'school-pc:3000')).text)).toMatchObject({ host: 'school-pc:3000' })
})
