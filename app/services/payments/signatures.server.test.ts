import { createHmac } from 'node:crypto'
import Razorpay from 'razorpay'
import { describe, expect, it } from 'vitest'
import { signCallback, signWebhook, verifyCallback, verifyWebhook } from './signatures.server'

const parameters = { linkId: 'plink_A', referenceId: 'FEE-1', status: 'paid', paymentId: 'pay_B' }

describe('verifyCallback', () => {
  const signature = signCallback(parameters, 'secret')

  it('checks the HMAC of link, reference, status and payment as documented', () => {
    expect(signature).toBe(createHmac('sha256', 'secret').update('plink_A|FEE-1|paid|pay_B').digest('hex'))
  })

  it('accepts a matching signature', () => {
    expect(verifyCallback({ ...parameters, signature }, 'secret')).toBe(true)
    expect(verifyCallback({ ...parameters, signature: signature.toUpperCase() }, 'secret')).toBe(true)
  })

  it.each(['linkId', 'referenceId', 'status', 'paymentId'] as const)(
    'refuses the signature for a changed %s',
    (field) => {
      expect(verifyCallback({ ...parameters, signature, [field]: 'other' }, 'secret')).toBe(false)
    },
  )

  it.each(['', 'x', `${'0'.repeat(64)}`, `${signature}00`, `${signature.slice(0, 63)}é`])(
    'refuses %j as signature',
    (garbage) => {
      expect(verifyCallback({ ...parameters, signature: garbage }, 'secret')).toBe(false)
    },
  )

  it('refuses a signature when a separator has moved between values or is part of one', () => {
    const shifted = { linkId: 'plink_A', referenceId: 'FEE-1|paid', status: 'pay_B', paymentId: '' }
    expect(verifyCallback({ ...shifted, signature }, 'secret')).toBe(false)
    const joined = { linkId: 'plink_A|FEE-1', referenceId: '', status: 'paid', paymentId: 'pay_B' }
    expect(verifyCallback({ ...joined, signature: signCallback(joined, 'secret') }, 'secret')).toBe(false)
  })

  it('never throws on missing values', () => {
    const missing = { linkId: undefined, referenceId: null, status: 7, paymentId: {}, signature: undefined }
    expect(verifyCallback(missing as unknown as typeof parameters & { signature: string }, 'secret')).toBe(false)
    expect(verifyCallback({ ...parameters, signature }, '')).toBe(false)
  })
})

describe('verifyWebhook', () => {
  const body = '{"event":"payment.captured", "note":"₹"}'
  const signature = signWebhook(body, 'new')

  it('produces signatures that the razorpay package accepts', () => {
    expect(Razorpay.validateWebhookSignature(body, signature, 'new')).toBe(true)
  })

  it('verifies the signature over the raw bytes', () => {
    expect(verifyWebhook(Buffer.from(body), signature, ['new'])).toBe(true)
    expect(verifyWebhook(JSON.stringify(JSON.parse(body)), signature, ['new'])).toBe(false)
  })

  it('accepts the signature of the previous secret, but not of an older one', () => {
    expect(verifyWebhook(body, signWebhook(body, 'old'), ['new', 'old'])).toBe(true)
    expect(verifyWebhook(body, signWebhook(body, 'older'), ['new', 'old'])).toBe(false)
  })

  it('refuses an empty secret and a missing one', () => {
    const forged = createHmac('sha256', '').update(body).digest('hex')
    expect(verifyWebhook(body, forged, [''])).toBe(false)
    expect(verifyWebhook(body, signature, [])).toBe(false)
    expect(verifyWebhook(body, undefined, ['new'])).toBe(false)
    expect(verifyWebhook(body, null, ['new'])).toBe(false)
  })
})
