import type { LinkState, PaymentState } from '~/models/ledger/options'

/** What the student's payment page says and does, of all that a payment can be. */
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

/** Seconds until the waiting page looks again (decisions section 2); afterwards only its link does. */
export const checkDelays = [2, 5, 10, 30] as const

export interface PaymentFacts {
  state: PaymentState
  linkState: LinkState
  hasLink: boolean
}

/**
 * The step of a payment. `visit` is how this page was reached: from the form (`start`), after paying at the provider (`check`) or
 * after leaving it unpaid (`back`). What the ledger knows counts more than that.
 */
export function paymentStep(
  { state, linkState, hasLink }: PaymentFacts,
  visit: 'start' | 'check' | 'back',
): PaymentStep {
  if (state === 'paid' || state === 'bounced' || state === 'cancelled') return state
  if (state === 'refunded' || state === 'part_refunded') return 'refunded'
  if (state === 'expired') return 'expired'
  // Somebody who has just paid at the second attempt must not read that the first one failed, and pay a third time.
  if (visit === 'check' || linkState === 'paid') return 'checking'
  // Its link may still be open: "Pay" pressed anew leads there, like the first time.
  if (state === 'failed' && (visit === 'back' || !hasLink || linkState !== 'open')) return 'failed'
  if (!hasLink || linkState !== 'open') return 'not-started'
  return visit === 'back' ? 'came-back' : 'redirecting'
}
