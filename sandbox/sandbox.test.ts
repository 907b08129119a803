import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { verifyWebhook } from '../app/services/payments/signatures.server'
import {
  call,
  cleanUp,
  eventsOf,
  listenForWebhooks,
  makeLink,
  merchant,
  onCleanUp,
  start,
  startSandbox,
  submit,
} from '../tests/factories/sandbox-calls'
import type { Sandbox } from './server'

afterEach(cleanUp)

async function control(sandbox: Sandbox, path: string, body?: unknown) {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    ...init,
    headers: { 'content-type': 'application/json' },
  })
  return { status: response.status, body: await response.json() }
}

describe('webhooks', () => {
  it('are signed over the raw body and have unique ids', async () => {
    const { sandbox, listener } = await start()
    await sandbox.pay((await makeLink(sandbox)).id)
    await sandbox.settled()
    for (const { headers, body } of listener.received) {
      const signature = String(headers['x-razorpay-signature'])
      expect(verifyWebhook(body, signature, ['webhook-secret-1'])).toBe(true)
      expect(verifyWebhook(`${body} `, signature, ['webhook-secret-1'])).toBe(false)
      expect(headers['content-type']).toBe('application/json')
    }
    expect(new Set(listener.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3)
  })

  it('are resent unchanged until they are accepted', async () => {
    const { sandbox, listener } = await start()
    listener.answers.push(503, 500)
    await sandbox.expire((await makeLink(sandbox)).id)
    await sandbox.settled()
    expect(listener.received).toHaveLength(3)
    expect(new Set(listener.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(1)
    expect(new Set(listener.received.map(({ body }) => body)).size).toBe(1)
    expect(sandbox.webhooks()).toMatchObject([{ state: 'delivered', attempts: 3 }])
  })

  it('are given up after the last failed retry', async () => {
    const { sandbox, listener } = await start()
    listener.answers.push(500, 500, 500)
    await sandbox.expire((await makeLink(sandbox)).id)
    await sandbox.settled()
    expect(sandbox.webhooks()).toMatchObject([{ state: 'given-up', attempts: 3 }])
  })
})

describe('switches of the sandbox', () => {
  it('drop webhooks', async () => {
    const { sandbox, listener } = await start()
    sandbox.switches.set({ dropWebhooks: true }, merchant.key_id)
    await sandbox.pay((await makeLink(sandbox)).id)
    await sandbox.settled()
    expect(listener.received).toEqual([])
    expect(sandbox.webhooks().map(({ state }) => state)).toEqual(['dropped', 'dropped', 'dropped'])
  })

  it('repeat, delay and reorder webhooks', async () => {
    const { sandbox, listener } = await start()
    await control(sandbox, '/switches', { repeatWebhooks: 2, delayWebhooksMs: 80, reorderWebhooks: true })
    const started = Date.now()
    await sandbox.pay((await makeLink(sandbox)).id)
    await sandbox.settled()
    expect(Date.now() - started).toBeGreaterThanOrEqual(75)
    expect(listener.received).toHaveLength(9)
    expect(eventsOf(listener)[0]).toBe('payment_link.paid')
    expect(new Set(listener.received.map(({ headers }) => headers['x-razorpay-event-id'])).size).toBe(3)
  })

  it('stop the redirect of the payer to the merchant', async () => {
    const { sandbox } = await start()
    sandbox.switches.set({ dropCallback: true })
    const { id, page } = await makeLink(sandbox)
    expect((await submit(page, 'pay')).headers.get('location')).toBe(`/l/${id}`)
    expect(sandbox.ledger().captured).toBe(123400)
  })

  it('capture a payment twice', async () => {
    const { sandbox, listener } = await start()
    sandbox.switches.set({ captureTwice: true })
    await sandbox.pay((await makeLink(sandbox)).id)
    await sandbox.settled()
    expect(sandbox.ledger()).toMatchObject({ captured: 246800, refunded: 0 })
    expect(eventsOf(listener).filter((event) => event === 'payment.captured')).toHaveLength(2)
  })

  it('make refunds fail at the bank', async () => {
    const { sandbox, listener } = await start()
    sandbox.switches.set({ failRefunds: true })
    const { paymentId } = await sandbox.pay((await makeLink(sandbox)).id)
    await sandbox.settled()
    await call(sandbox, `/payments/${paymentId}/refund`, { amount: 400 })
    await sandbox.settled()
    expect(sandbox.ledger()).toMatchObject({ refunded: 0, refunds: [{ status: 'failed' }] })
    expect(eventsOf(listener).slice(-2)).toEqual(['refund.created', 'refund.failed'])
  })

  it('apply to one merchant or to all until they are reset', async () => {
    const { sandbox } = await start()
    await control(sandbox, '/switches', { key_id: merchant.key_id, failWith5xx: true })
    expect((await call(sandbox, '/payments')).status).toBe(500)
    expect(sandbox.switches.read('rzp_test_other').failWith5xx).toBe(false)
    await control(sandbox, '/switches', { reset: true })
    expect((await call(sandbox, '/payments')).status).toBe(200)
  })

  it.each([{ dropWebhook: true }, { dropWebhooks: 1 }, { repeatWebhooks: -1 }, { delayWebhooksMs: true }])(
    'refuse the invalid setting %j',
    async (changes) => {
      const { sandbox } = await start()
      expect(await control(sandbox, '/switches', changes)).toMatchObject({ status: 400, body: { error: /./ } })
    },
  )
})

describe('merchants', () => {
  it('are added by the control API and have separate ledgers', async () => {
    const { sandbox } = await start()
    const other = { ...merchant, key_id: 'rzp_test_school2', webhook_url: null }
    expect(await control(sandbox, '/merchants', other)).toMatchObject({ status: 201 })
    await sandbox.pay((await makeLink(sandbox)).id)
    expect((await control(sandbox, `/ledger?key_id=${merchant.key_id}`)).body).toMatchObject({ captured: 123400 })
    expect((await control(sandbox, '/ledger?key_id=rzp_test_school2')).body).toMatchObject({
      captured: 0,
      payments: [],
    })
  })

  it.each([{}, { key_id: 'a b', key_secret: 's' }, { ...merchant, webhook_url: 'file:///etc/passwd' }])(
    'refuse the invalid data %j',
    async (input) => {
      const { sandbox } = await start()
      expect(await control(sandbox, '/merchants', input)).toMatchObject({ status: 400 })
    },
  )
})

describe('the sandbox after a restart', () => {
  it('keeps links, payments and undelivered webhooks', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    onCleanUp(() => rm(folder, { recursive: true }))
    const dataFile = join(folder, 'deep', 'sandbox.json')
    const listener = await listenForWebhooks()
    onCleanUp(() => listener.close())
    const merchants = [{ ...merchant, webhook_url: listener.url }]
    const first = await startSandbox({ dataFile, merchants })
    first.switches.set({ delayWebhooksMs: 60_000 })
    const { id } = await makeLink(first)
    const { paymentId } = await first.pay(id)
    await first.close()
    expect(listener.received).toEqual([])
    expect(JSON.parse(await readFile(dataFile, 'utf8')).payments).toMatchObject([{ id: paymentId }])

    const second = await startSandbox({ dataFile, merchants: [] })
    onCleanUp(() => second.close())
    expect((await call(second, `/payment_links/${id}`)).body).toMatchObject({ id, status: 'paid' })
    await second.settled()
    expect(eventsOf(listener)).toEqual(['payment.authorized', 'payment.captured', 'payment_link.paid'])
  })
})
