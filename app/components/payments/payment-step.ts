import type { LinkState, PaymentState } from '~/models/money/ledger/options'

export type PaymentStep =
  | 'redirecting'
  | 'checking'
  | 'came-back'
  | 'paid'
  | 'failed'
  | 'expired'
  | 'not-started'
  | 'bounced'
  | 'cancelled'
  | 'refunded'

/**
 * Seconds before each automatic check of the waiting page; after the last check, the user must follow the page's link.
 */
export const checkDelays = [2, 5, 10, 30] as const

export interface PaymentFacts {
  state: PaymentState
  linkState: LinkState
  hasLink: boolean
}

/**
 * Returns the step of a payment. `visit` is how the page was reached: from the form (`start`), after paying at the
 * provider (`check`) or after leaving unpaid (`back`). The ledger state takes precedence.
 */
export function paymentStep(
  { state, linkState, hasLink }: PaymentFacts,
  visit: 'start' | 'check' | 'back',
): PaymentStep {
  if (state === 'paid' || state === 'bounced' || state === 'cancelled') return state
  if (state === 'refunded' || state === 'part_refunded') return 'refunded'
  if (state === 'expired') return 'expired'
  // Check this before `failed`: the first attempt may have failed although a second one succeeded. The student must not
  // read "failed" and pay again.
  if (visit === 'check' || linkState === 'paid') return 'checking'
  // While the link is open, "Pay" opens it again, so a failed attempt is not final.
  if (state === 'failed' && (visit === 'back' || !hasLink || linkState !== 'open')) return 'failed'
  if (!hasLink || linkState !== 'open') return 'not-started'
  return visit === 'back' ? 'came-back' : 'redirecting'
}
