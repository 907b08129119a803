import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, linkBody, merchant, startSandbox } from '../tests/factories/sandbox-calls'
import { createdLink, errorBody, linkRefusals, listedLinks, paidLink } from '../tests/fixtures/razorpay/links'
import { netbankingPayment, refund, refundList, refundRefusals, upiPayment } from '../tests/fixtures/razorpay/payments'
import {
  linkCancelled,
  linkExpired,
  linkPaid,
  paymentAuthorized,
  paymentCaptured,
  paymentFailed,
  refundCreated,
  refundProcessed,
} from '../tests/fixtures/razorpay/webhooks'
import type { Sandbox } from './server'

/** Fields that one page of the documentation shows for an entity and another omits. */
const ALSO_DOCUMENTED = new Set([
  'base_amount',
  'amount_transferred',
  'callback_method',
  'callback_url',
  'field',
  'name',
  'email',
  'order_id',
  'reference_id',
  'whatsapp',
  'whatsapp_link',
])
/** Objects with keys chosen by the merchant. */
const FREE_KEYS = new Set(['notes'])

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : 'list'
  return typeof value
}

/**
 * Differences between an answer and the documented sample: a field that is missing, has another type, or is not
 * documented. Null and the empty list mean "none" on both sides, as in Razorpay's own samples (notes: {}, [] or null).
 */
function departures(documented: unknown, actual: unknown, path = ''): string[] {
  const wanted = kindOf(documented)
  const got = kindOf(actual)
  if (wanted === 'nothing' || got === 'nothing') return actual === undefined ? [`${path} is missing`] : []
  if (wanted !== got) return [`${path} is ${got}, documented as ${wanted}`]
  if (wanted === 'list') {
    const [sample] = documented as unknown[]
    return (actual as unknown[]).flatMap((item, index) => departures(sample, item, `${path}[${index}]`))
  }
  if (wanted !== 'object') return []
  const sample = documented as Record<string, unknown>
  const given = actual as Record<string, unknown>
  const named = Object.keys(sample).flatMap((key) =>
    FREE_KEYS.has(key) ? [] : departures(sample[key], given[key], `${path}.${key}`),
  )
  const invented = Object.keys(given).filter((key) => !(key in sample) && !ALSO_DOCUMENTED.has(key))
  return [...named, ...invented.map((key) => `${path}.${key} is documented nowhere`)]
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ merchants: [{ ...merchant, webhook_url: 'http://127.0.0.1:9/' }], retryDelaysMs: [] })
})
afterAll(() => sandbox.close())

async function makeLink(): Promise<string> {
  return (await call(sandbox, '/payment_links', linkBody())).body.id as string
}

/** Body of the latest webhook for this event, as sent. */
function lastEvent(event: string): unknown {
  const webhook = sandbox.webhooks().findLast((one) => one.event === event)
  return webhook && JSON.parse(webhook.body)
}

describe('API answers in the documented format', () => {
  it('returns a new link', async () => {
    const { status, body } = await call(sandbox, '/payment_links', linkBody())
    expect(status).toBe(200)
    expect(departures(createdLink, body)).toEqual([])
    expect(body).toMatchObject({ payments: null, status: 'created', amount_paid: 0, cancelled_at: 0, expired_at: 0 })
  })

  it('returns a paid link', async () => {
    const id = await makeLink()
    await sandbox.pay(id)
    const { body } = await call(sandbox, `/payment_links/${id}`)
    expect(departures(paidLink, body)).toEqual([])
    expect(body).toMatchObject({ status: 'paid', amount_paid: 123400, payments: [{ status: 'captured' }] })
  })

  it('returns a cancelled link', async () => {
    const { body } = await call(sandbox, `/payment_links/${await makeLink()}/cancel`, {})
    expect(departures(createdLink, body)).toEqual([])
    expect(body).toMatchObject({ status: 'cancelled', cancelled_at: expect.any(Number) })
  })

  it('returns the list of links, newest first, filtered by reference', async () => {
    const wanted = linkBody()
    const { body: made } = await call(sandbox, '/payment_links', wanted)
    await sandbox.pay(made.id as string)
    const { body } = await call(sandbox, `/payment_links?reference_id=${wanted.reference_id}`)
    expect(departures(listedLinks, body)).toEqual([])
    expect(body.payment_links).toMatchObject([{ id: made.id }])
    const all = await call(sandbox, '/payment_links?count=1')
    expect(all.body.payment_links).toMatchObject([{ id: made.id }])
  })

  it.each([
    ['netbanking', netbankingPayment],
    ['upi', upiPayment],
  ] as const)('returns a payment by %s', async (method, documented) => {
    const { paymentId } = await sandbox.pay(await makeLink(), method)
    const { body } = await call(sandbox, `/payments/${paymentId}`)
    expect(departures(documented, body)).toEqual([])
    expect(body).toMatchObject({ captured: true, amount_refunded: 0, refund_status: null })
  })

  it('returns the list of payments', async () => {
    const { body } = await call(sandbox, '/payments?count=1')
    expect(body).toMatchObject({ entity: 'collection', count: 1, items: [{ entity: 'payment' }] })
  })

  it('returns a refund and the list of refunds', async () => {
    const { paymentId } = await sandbox.pay(await makeLink())
    const key = { 'x-refund-idempotency': 'contract-refund-1' }
    const { body } = await call(sandbox, `/payments/${paymentId}/refund`, { amount: 400 }, key)
    expect(departures(refund, body)).toEqual([])
    const list = await call(sandbox, `/payments/${paymentId}/refunds`)
    expect(departures(refundList, list.body)).toEqual([])
    const after = await call(sandbox, `/payments/${paymentId}`)
    expect(after.body).toMatchObject({ amount_refunded: 400, refund_status: 'partial', status: 'captured' })
  })
})

describe('API errors with the documented format and message', () => {
  async function refusal(path: string, body?: unknown, headers?: Record<string, string>) {
    const answer = await call(sandbox, path, body, headers)
    expect(departures(errorBody, answer.body)).toEqual([])
    return { status: answer.status, ...(answer.body.error as { code: string; description: string }) }
  }

  it('refuses an unknown id', async () => {
    for (const path of ['/payment_links/plink_unknown', '/payments/pay_unknown', '/payments/pay_unknown/refunds']) {
      expect(await refusal(path)).toMatchObject({ status: 400, description: linkRefusals.unknownId })
    }
  })

  it('refuses to cancel a paid or expired link', async () => {
    const id = await makeLink()
    await sandbox.pay(id)
    expect(await refusal(`/payment_links/${id}/cancel`, {})).toMatchObject({ description: linkRefusals.alreadyPaid })
    const expired = await makeLink()
    await sandbox.expire(expired)
    expect(await refusal(`/payment_links/${expired}/cancel`, {})).toMatchObject({
      description: linkRefusals.alreadyClosed,
    })
  })

  it.each([
    [{ expire_by: Math.floor(Date.now() / 1000) + 900 }, linkRefusals.tooSoon],
    [{ amount: 99 }, 'The amount must be at least INR 1.00'],
    [{ amount: undefined }, 'The amount field is required.'],
    [{ amount: 100.5 }, 'The amount must be an integer.'],
    [{ reference_id: 'R'.repeat(41) }, 'reference_id: the length must be no more than 40.'],
    [{ description: 'D'.repeat(2049) }, 'description: the length must be no more than 2048.'],
    [{ notes: { long: 'N'.repeat(256) } }, 'value: the length must not be greater than 255.'],
    [{ callback_method: 'post' }, 'callback_method: must be get when callback_url is sent.'],
    [{ callback_url: 'javascript:alert(1)' }, 'callback_url: the url format is invalid.'],
    [{ surprise: 1 }, 'wrong input fields sent.'],
  ])('refuses a link with %j', async (changes, description) => {
    expect(await refusal('/payment_links', linkBody(changes))).toMatchObject({ status: 400, description })
  })

  it('refuses a refund that is too small, exceeds the payment or follows a full refund', async () => {
    const { paymentId } = await sandbox.pay(await makeLink())
    const path = `/payments/${paymentId}/refund`
    expect(await refusal(path, { amount: 99 })).toMatchObject({ description: 'The amount must be at least INR 1.00' })
    expect(await refusal(path, { amount: 123401 })).toMatchObject({ description: refundRefusals.tooLarge })
    await call(sandbox, path, {})
    expect(await refusal(path, { amount: 100 })).toMatchObject({ description: refundRefusals.alreadyRefunded })
  })

  it('refuses a wrong key pair', async () => {
    const answer = await refusal('/payments', undefined, { authorization: 'Basic bm9ib2R5OnNlY3JldA==' })
    expect(answer).toMatchObject({ status: 401, code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' })
  })

  it('refuses an unknown address and a body that is not JSON', async () => {
    expect(await refusal('/orders')).toMatchObject({ status: 404 })
    const response = await fetch(`${sandbox.url}/v1/payment_links`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    })
    expect(response.status).toBe(400)
  })
})

describe('webhooks in the documented format', () => {
  it('report a paid link', async () => {
    await sandbox.pay(await makeLink())
    expect(departures(paymentAuthorized, lastEvent('payment.authorized'))).toEqual([])
    expect(departures(paymentCaptured, lastEvent('payment.captured'))).toEqual([])
    expect(departures(linkPaid, lastEvent('payment_link.paid'))).toEqual([])
    expect(lastEvent('payment_link.paid')).toMatchObject({ contains: ['payment_link', 'order', 'payment'] })
  })

  it('report a failed payment', async () => {
    await sandbox.fail(await makeLink(), 'netbanking')
    expect(departures(paymentFailed, lastEvent('payment.failed'))).toEqual([])
  })

  it('report a closed link', async () => {
    await call(sandbox, `/payment_links/${await makeLink()}/cancel`, {})
    expect(departures(linkCancelled, lastEvent('payment_link.cancelled'))).toEqual([])
    await sandbox.expire(await makeLink())
    expect(departures(linkExpired, lastEvent('payment_link.expired'))).toEqual([])
  })

  it('report a refund', async () => {
    const { paymentId } = await sandbox.pay(await makeLink(), 'netbanking')
    await call(sandbox, `/payments/${paymentId}/refund`, { amount: 400 })
    expect(departures(refundCreated, lastEvent('refund.created'))).toEqual([])
    expect(departures(refundProcessed, lastEvent('refund.processed'))).toEqual([])
  })
})

describe('departures from the documented format', () => {
  it('detects a missing, a changed and an undocumented field', () => {
    const { status: _status, ...rest } = createdLink
    expect(departures(createdLink, { ...rest, amount: '1000', surprise: 1 })).toEqual([
      '.amount is string, documented as number',
      '.status is missing',
      '.surprise is documented nowhere',
    ])
  })
})
