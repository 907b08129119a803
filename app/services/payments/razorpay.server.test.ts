import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Sandbox } from '../../../sandbox/server'
import { newLink, unwrap } from '../../../tests/factories/payment-link'
import { merchant, startSandbox } from '../../../tests/factories/sandbox-calls'
import { linkRefusals } from '../../../tests/fixtures/razorpay/links'
import { refundRefusals } from '../../../tests/fixtures/razorpay/payments'
import { patience } from '../../../tests/setup/slowness'
import { healthOf } from '../health'
import { type RazorpaySettings, razorpayProvider } from './razorpay.server'

function providerOf(sandbox: Sandbox, settings: Partial<RazorpaySettings> = {}) {
  const { key_id: keyId, key_secret: keySecret } = merchant
  return razorpayProvider({ keyId, keySecret, baseUrl: sandbox.url, timeoutMs: patience(2000), ...settings })
}

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterEach(() => sandbox.switches.reset())
afterAll(() => sandbox.close())

it('counts a missing answer as a provider failure, but not "too many requests" or a server error', async () => {
  const status = { current: 429, isSilent: false }
  const server = createServer((request, response) => {
    if (status.isSilent) return request.socket.destroy()
    response.writeHead(status.current, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ error: { code: 'BAD_REQUEST_ERROR', description: 'Too many requests' } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider = providerOf(sandbox, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const ask = async () => {
    for (let time = 0; time < 3; time++)
      expect(await provider.fetchLink('plink_00000000000000')).toMatchObject({ reason: 'unreachable' })
    return healthOf('payments').state
  }
  try {
    for (status.current of [429, 500, 503]) expect(await ask()).toBe('fine')
    status.isSilent = true
    expect(await ask()).toBe('resting')
  } finally {
    server.close()
    healthOf('payments').noteAnswer(1)
  }
})

describe('links', () => {
  it('creates a link and reads it back', async () => {
    const input = newLink()
    const link = unwrap(await providerOf(sandbox).createLink(input))
    expect(link).toEqual({
      id: expect.stringMatching(/^plink_\w{14}$/),
      shortUrl: `${sandbox.url}/l/${link.id}`,
      status: 'created',
      amountPaise: 123400,
      amountPaidPaise: 0,
      currency: 'INR',
      referenceId: input.referenceId,
      payments: [],
    })
    expect(await providerOf(sandbox).fetchLink(link.id)).toEqual({ ok: true, value: link })
  })

  it('shows the payment once the link is paid', async () => {
    const provider = providerOf(sandbox)
    const { id } = unwrap(await provider.createLink(newLink()))
    const { paymentId } = await sandbox.pay(id, 'card')
    const link = unwrap(await provider.fetchLink(id))
    expect(link).toMatchObject({ status: 'paid', amountPaidPaise: 123400 })
    expect(link.payments).toMatchObject([{ id: paymentId, status: 'captured', amountPaise: 123400, currency: 'INR' }])
    expect(unwrap(await provider.fetchPayment(paymentId))).toMatchObject({
      id: paymentId,
      linkId: id,
      status: 'captured',
      method: 'card',
      refundedPaise: 0,
      notes: { payment: 'abc' },
      createdAt: expect.any(Date),
    })
  })

  it('shows both captures of a link that was paid twice', async () => {
    sandbox.switches.set({ captureTwice: true }, merchant.key_id)
    const provider = providerOf(sandbox)
    const { id } = unwrap(await provider.createLink(newLink()))
    await sandbox.pay(id)
    expect(unwrap(await provider.fetchLink(id)).payments).toHaveLength(2)
  })

  it('returns the code reference-used for a reference that another link uses', async () => {
    const provider = providerOf(sandbox)
    const input = newLink()
    await provider.createLink(input)
    expect(await provider.createLink(input)).toMatchObject({ ok: false, reason: 'refused', code: 'reference-used' })
  })

  it('refuses an expiry of 15 minutes, as documented', async () => {
    const expiresAt = new Date(Date.now() + 15 * 60_000)
    expect(await providerOf(sandbox).createLink(newLink({ expiresAt }))).toMatchObject({
      ok: false,
      reason: 'refused',
      message: linkRefusals.tooSoon,
    })
  })

  it('cancels an open link and returns the reason when it cannot cancel', async () => {
    const provider = providerOf(sandbox)
    const open = unwrap(await provider.createLink(newLink()))
    expect(unwrap(await provider.cancelLink(open.id)).status).toBe('cancelled')
    expect(await provider.cancelLink(open.id)).toMatchObject({ reason: 'refused', code: 'link-closed' })
    const paid = unwrap(await provider.createLink(newLink()))
    await sandbox.pay(paid.id)
    expect(await provider.cancelLink(paid.id)).toMatchObject({ reason: 'refused', code: 'link-paid' })
  })

  it('finds a capture after the link was cancelled', async () => {
    const provider = providerOf(sandbox)
    const { id } = unwrap(await provider.createLink(newLink()))
    await provider.cancelLink(id)
    const { paymentId } = await sandbox.payLate(id)
    expect(unwrap(await provider.fetchLink(id))).toMatchObject({ status: 'cancelled', payments: [{ id: paymentId }] })
  })

  it.each(['../payments', 'plink_', 'pay_abc', ''])(
    'sends no request for a link with the invalid id %j',
    async (id) => {
      expect(await providerOf(sandbox).fetchLink(id)).toMatchObject({ reason: 'refused', code: 'not-found' })
      expect(await providerOf(sandbox).cancelLink(id)).toMatchObject({ reason: 'refused', code: 'not-found' })
    },
  )

  it('does not find the links of another merchant', async () => {
    await sandbox.addMerchant({ ...merchant, key_id: 'rzp_test_school2' })
    const { id } = unwrap(await providerOf(sandbox).createLink(newLink()))
    const other = providerOf(sandbox, { keyId: 'rzp_test_school2' })
    expect(await other.fetchLink(id)).toMatchObject({ reason: 'refused', code: 'not-found' })
  })
})

describe('a link whose creation request got no response', () => {
  it.each([false, true])(
    'finds the link by its reference (the provider ignores the filter: %s)',
    async (ignoreReferenceFilter) => {
      const provider = providerOf(sandbox)
      const input = newLink()
      sandbox.switches.set({ loseAnswers: true, ignoreReferenceFilter })
      const impatient = providerOf(sandbox, { timeoutMs: patience(100) })
      expect(await impatient.createLink(input)).toMatchObject({ ok: false, reason: 'unreachable', code: 'timeout' })
      sandbox.switches.set({ loseAnswers: false })
      const found = unwrap(await provider.findLinkByReference(input.referenceId))
      expect(found).toMatchObject({ referenceId: input.referenceId, status: 'created' })
      await sandbox.pay(found?.id ?? '')
      expect(unwrap(await provider.findLinkByReference(input.referenceId))?.payments).toHaveLength(1)
    },
  )

  it('returns null for a link that was never created', async () => {
    expect(await providerOf(sandbox).findLinkByReference('FEE-never')).toEqual({ ok: true, value: null })
  })
})

describe('refunds', () => {
  async function paidPayment() {
    const { id } = unwrap(await providerOf(sandbox).createLink(newLink()))
    return (await sandbox.pay(id)).paymentId
  }

  it('makes one partial refund for concurrent requests with the same key', async () => {
    const provider = providerOf(sandbox)
    const paymentId = await paidPayment()
    const notes = { refund: 'abc' }
    const input = { paymentId, amountPaise: 23400, idempotencyKey: 'refund-abc-1', notes }
    const results = await Promise.all([provider.refund(input), provider.refund(input), provider.refund(input)])
    const ids = new Set(results.map((result) => unwrap(result).id))
    expect(ids.size).toBe(1)
    expect(unwrap(await provider.listRefunds(paymentId))).toMatchObject([
      { amountPaise: 23400, status: 'processed', notes },
    ])
    expect(unwrap(await provider.fetchPayment(paymentId))).toMatchObject({ status: 'captured', refundedPaise: 23400 })
  })

  it('marks a payment as refunded once its whole amount is refunded', async () => {
    const provider = providerOf(sandbox)
    const paymentId = await paidPayment()
    await provider.refund({ paymentId, amountPaise: 123400, idempotencyKey: 'refund-all-1' })
    expect(unwrap(await provider.fetchPayment(paymentId))).toMatchObject({ status: 'refunded', refundedPaise: 123400 })
    expect(await provider.refund({ paymentId, amountPaise: 100, idempotencyKey: 'refund-all-2' })).toMatchObject({
      reason: 'refused',
      code: 'refund-too-large',
      message: refundRefusals.alreadyRefunded,
    })
  })

  it('refuses a refund above the payment, another amount for the same key, and a short key', async () => {
    const provider = providerOf(sandbox)
    const paymentId = await paidPayment()
    const ask = (amountPaise: number, idempotencyKey: string) =>
      provider.refund({ paymentId, amountPaise, idempotencyKey })
    expect(await ask(123401, 'refund-more')).toMatchObject({ reason: 'refused', message: refundRefusals.tooLarge })
    await ask(100, 'refund-same-key')
    expect(await ask(200, 'refund-same-key')).toMatchObject({
      reason: 'refused',
      message: refundRefusals.sameKeyOtherBody,
    })
    expect(await ask(100, 'short')).toMatchObject({ reason: 'refused', message: refundRefusals.shortKey })
  })

  it('allows a retry of a refund whose answer was lost', async () => {
    const paymentId = await paidPayment()
    const input = { paymentId, amountPaise: 5000, idempotencyKey: 'refund-lost-1' }
    sandbox.switches.set({ loseAnswers: true })
    expect(await providerOf(sandbox, { timeoutMs: patience(100) }).refund(input)).toMatchObject({
      reason: 'unreachable',
    })
    sandbox.switches.reset()
    await providerOf(sandbox).refund(input)
    expect(unwrap(await providerOf(sandbox).listRefunds(paymentId))).toHaveLength(1)
  })
})

describe('keys', () => {
  it('accepts valid keys and refuses invalid ones', async () => {
    expect(await providerOf(sandbox).checkKeys()).toEqual({ ok: true, value: true })
    for (const settings of [{ keyId: 'rzp_test_nobody' }, { keySecret: 'wrong' }]) {
      expect(await providerOf(sandbox, settings).checkKeys()).toMatchObject({ ok: false, reason: 'bad-keys' })
    }
  })
})

describe('failures of the provider', () => {
  it('returns unreachable for a 5xx response, after which no link exists', async () => {
    sandbox.switches.set({ failWith5xx: true })
    const input = newLink()
    expect(await providerOf(sandbox).createLink(input)).toMatchObject({ reason: 'unreachable', code: 'SERVER_ERROR' })
    sandbox.switches.reset()
    expect(await providerOf(sandbox).findLinkByReference(input.referenceId)).toEqual({ ok: true, value: null })
  })

  it('returns a timeout at the deadline when the provider does not answer', async () => {
    sandbox.switches.set({ timeOut: true }, merchant.key_id)
    const limit = vi.spyOn(AbortSignal, 'timeout')
    const result = await providerOf(sandbox, { timeoutMs: patience(150) }).checkKeys()
    expect(result).toMatchObject({ reason: 'unreachable', code: 'timeout' })
    expect(limit.mock.calls).toEqual([[patience(150)]])
    limit.mockRestore()
  })
})
