import { describe, expect, it } from 'vitest'
import { paymentStep } from './payment-step'

const waiting = { state: 'pending', linkState: 'open', hasLink: true } as const

describe("the student's payment page", () => {
  it.each([
    ['start', 'redirecting'],
    ['check', 'checking'],
    ['back', 'came-back'],
  ] as const)('of a waiting payment, reached by %s, is %s', (visit, step) => {
    expect(paymentStep(waiting, visit)).toBe(step)
  })

  it('never leads to the provider once the money is there', () => {
    expect(paymentStep({ ...waiting, state: 'paid' }, 'start')).toBe('paid')
    expect(paymentStep({ ...waiting, linkState: 'paid' }, 'start')).toBe('checking')
  })

  it('offers another attempt for one that failed or ended', () => {
    expect(paymentStep({ ...waiting, state: 'failed' }, 'back')).toBe('failed')
    expect(paymentStep({ ...waiting, state: 'failed', linkState: 'expired' }, 'start')).toBe('failed')
    expect(paymentStep({ ...waiting, state: 'expired', linkState: 'expired' }, 'back')).toBe('expired')
  })

  it('leads to the open link again when "Pay" is pressed after an attempt that failed', () => {
    expect(paymentStep({ ...waiting, state: 'failed' }, 'start')).toBe('redirecting')
  })

  it('does not tell somebody who has just paid that an earlier attempt failed', () => {
    expect(paymentStep({ ...waiting, state: 'failed' }, 'check')).toBe('checking')
    expect(paymentStep({ ...waiting, state: 'failed', linkState: 'paid' }, 'back')).toBe('checking')
  })

  it('has nowhere to lead to while there is no link', () => {
    expect(paymentStep({ state: 'created', linkState: 'none', hasLink: false }, 'start')).toBe('not-started')
  })
})
