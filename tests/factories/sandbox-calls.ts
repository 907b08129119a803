import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server'
import type { Merchant } from '../../sandbox/state'

/** Merchant shared by the tests of sandbox and adapter. */

export const merchant: Merchant = {
  key_id: 'rzp_test_school1',
  key_secret: 'secret-of-school-1',
  webhook_url: null,
  webhook_secret: 'webhook-secret-1',
}

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export interface Listener {
  url: string
  received: Received[]
  /** Status codes of the responses, in turn; 200 after the last. */
  answers: number[]
  close(): Promise<void>
}

export async function listenForWebhooks(): Promise<Listener> {
  const received: Received[] = []
  const answers: number[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/razorpay/s1`,
    received,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  return createSandbox({ merchants: [merchant], lateCaptureMs: 20, retryDelaysMs: [20, 40], ...options })
}

let references = 0

/** Returns the request body for a link of ₹1,234.00 with a unique reference. */
export function linkBody(changes: Record<string, unknown> = {}) {
  references += 1
  return {
    amount: 123400,
    currency: 'INR',
    reference_id: `FEE-${references}`,
    description: 'Tuition, April 2026',
    customer: { name: 'Asha Patel', email: 'asha.patel@demo.shala.test', contact: '+919876543210' },
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: { payment: 'abc' },
    expire_by: Math.floor(Date.now() / 1000) + 1200,
    callback_url: 'http://127.0.0.1:3000/students/payments/abc/callback?from=link',
    callback_method: 'get',
    ...changes,
  }
}

/** Calls the API as the documentation's curl examples do. */
export async function call(sandbox: Sandbox, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${merchant.key_id}:${merchant.key_secret}`).toString('base64')}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const cleanups: (() => Promise<unknown>)[] = []

/** Registers a cleanup for the end of the test; the last one runs first. */
export function onCleanUp(cleanup: () => Promise<unknown>): void {
  cleanups.push(cleanup)
}

export async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

/** Starts a sandbox with a webhook listener, both closed by `cleanUp`. */
export async function start(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; listener: Listener }> {
  const listener = await listenForWebhooks()
  onCleanUp(() => listener.close())
  const sandbox = await startSandbox({ merchants: [{ ...merchant, webhook_url: listener.url }], ...options })
  onCleanUp(() => sandbox.close())
  return { sandbox, listener }
}

export async function makeLink(sandbox: Sandbox, changes: Record<string, unknown> = {}) {
  const { body } = await call(sandbox, '/payment_links', linkBody(changes))
  return { id: String(body.id), page: String(body.short_url), reference: String(body.reference_id) }
}

/** Presses a button of the hosted page. */
export function submit(page: string, act: string, method = 'upi'): Promise<Response> {
  return fetch(page, { method: 'POST', body: new URLSearchParams({ act, method }), redirect: 'manual' })
}

export function eventsOf(listener: Listener): string[] {
  return listener.received.map(({ body }) => String(JSON.parse(body).event))
}
