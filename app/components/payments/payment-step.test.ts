import { describe, expect, it } from 'vitest'
import { paymentStep } from './payment-step'

const waiting = { state: 'pending', linkState: 'open', hasLink: true } as const

describe('paymentStep', () => {
  it.each([
    ['start', 'redirecting'],
    ['check', 'checking'],
    ['back', 'came-back'],
  ] as const)('for a pending payment on visit "%s", returns "%s"', (visit, step) => {
    expect(paymentStep(waiting, visit)).toBe(step)
  })

  it('never redirects to the provider once the payment is paid', () => {
    expect(paymentStep({ ...waiting, state: 'paid' }, 'start')).toBe('paid')
    expect(paymentStep({ ...waiting, linkState: 'paid' }, 'start')).toBe('checking')
  })

  it('offers another attempt after a failed or expired payment', () => {
    expect(paymentStep({ ...waiting, state: 'failed' }, 'back')).toBe('failed')
    expect(paymentStep({ ...waiting, state: 'failed', linkState: 'expired' }, 'start')).toBe('failed')
    expect(paymentStep({ ...waiting, state: 'expired', linkState: 'expired' }, 'back')).toBe('expired')
  })

  it('returns "redirecting" when "Pay" is pressed again after a failed attempt', () => {
    expect(paymentStep({ ...waiting, state: 'failed' }, 'start')).toBe('redirecting')
  })

  it('hides an earlier failed attempt from a student who has just paid', () => {
    expect(paymentStep({ ...waiting, state: 'failed' }, 'check')).toBe('checking')
    expect(paymentStep({ ...waiting, state: 'failed', linkState: 'paid' }, 'back')).toBe('checking')
  })

  it('returns "not-started" without a payment link', () => {
    expect(paymentStep({ state: 'created', linkState: 'none', hasLink: false }, 'start')).toBe('not-started')
  })
})
