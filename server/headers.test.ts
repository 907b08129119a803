import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { patience } from '../tests/setup/slowness'
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
  // With no-referrer, browsers would send `Origin: null` with plain forms.
  expect(plain.get('referrer-policy')).toBe('same-origin')
})

/** Client on a raw socket, in its own thread: it marks in `arrived` that it has the first part of the response. */
const client = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, arrived } } = require('node:worker_threads')
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (bytes) => {
    text += bytes
    if (text.includes('row 1')) {
      Atomics.store(arrived, 0, 1)
      Atomics.notify(arrived, 0)
    }
    if (text.endsWith('\\r\\n0\\r\\n\\r\\n')) socket.end(() => parentPort.postMessage(text.split('\\r\\n\\r\\n')[1]))
  })
  socket.write('GET / HTTP/1.1\\r\\nHost: shala\\r\\n\\r\\n')`

it('lets a first part reach the client before the next is written: Node 22 and 24 lose corked parts', async () => {
  const arrived = new Int32Array(new SharedArrayBuffer(4))
  let waited = ''
  const app = express()
  app.use(securityHeaders({ secure: true } as DoorSettings))
  app.get('/', (_request, response) => {
    response.write('row 1;')
    // Blocks this process until the client has the first part.
    process.nextTick(() => {
      waited = Atomics.wait(arrived, 0, 0, patience(10_000))
      response.end('row 2')
    })
  })
  server = createServer(app)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const thread = new Worker(client, { eval: true, workerData: { port, arrived } })
  const body = await new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject))
  await thread.terminate()
  expect(waited).not.toBe('timed-out')
  expect(body).toBe('6\r\nrow 1;\r\n5\r\nrow 2\r\n0')
})
