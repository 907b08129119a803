import { maxDuesOfPayment } from '~/models/ledger/options'
import { type ChargeDue, unpaidOf } from '~/models/subscriptions/charges.server'
import { waitingOf } from './declarations.server'
import type { OwnApplication } from './own-applications.server'

type Payable = Pick<OwnApplication, 'status' | 'charges' | 'declarations'>

/**
 * The dues of a place that are to be paid now: the deposit and first month, then whatever month is owed. Not those that the student has
 * declared: the school looks first.
 */
export function duesToPay({ charges, declarations }: Pick<Payable, 'charges' | 'declarations'>): ChargeDue[] {
  const declared = new Set(waitingOf(declarations).flatMap((one) => one.dueIds))
  return unpaidOf(charges)
    .filter((due) => !declared.has(due.duePublicId))
    .slice(0, maxDuesOfPayment)
}

/**
 * review: something can be paid. waiting: the school has not confirmed yet what the student declared, and nothing else is owed. paid:
 * nothing is owed. later: a place on the waiting list owes nothing yet. over: rejected or cancelled.
 */
export type RoomPaymentStep = 'review' | 'waiting' | 'paid' | 'later' | 'over'

export function roomPaymentStep(application: Payable): RoomPaymentStep {
  if (application.status === 'rejected' || application.status === 'cancelled') return 'over'
  if (duesToPay(application).length > 0) return 'review'
  if (waitingOf(application.declarations).length > 0) return 'waiting'
  return application.status === 'waitlisted' ? 'later' : 'paid'
}

/** Why nothing can be paid for a place: it is over, or nobody has decided about it and the school does not offer the hostel any more. */
export function roomPaymentGuard(
  application: Payable & Pick<OwnApplication, 'isHostelOffered'>,
): 'over' | 'hostel-gone' | null {
  if (roomPaymentStep(application) === 'over') return 'over'
  return application.status === 'pending' && !application.isHostelOffered ? 'hostel-gone' : null
}
