import { maxDuesOfPayment } from '~/models/money/ledger/options'
import { type ChargeDue, unpaidOf } from '~/models/money/subscriptions/charges.server'
import { waitingOf } from '../decide/declarations.server'
import type { OwnApplication } from './own-applications.server'

type Payable = Pick<OwnApplication, 'status' | 'charges' | 'declarations'>

/**
 * Dues of an application that can be paid now: the deposit and first month, then any later month that is owed. Excludes
 * dues with a declared payment, which the school must check first.
 */
export function roomDuesToPay({ charges, declarations }: Pick<Payable, 'charges' | 'declarations'>): ChargeDue[] {
  const declared = new Set(waitingOf(declarations).flatMap((one) => one.dueIds))
  return unpaidOf(charges)
    .filter((due) => !declared.has(due.duePublicId))
    .slice(0, maxDuesOfPayment)
}

/**
 * review: some dues can be paid. waiting: the student's declarations await the school, and nothing else is owed. paid:
 * nothing is owed. later: an application on the waiting list owes nothing yet. over: rejected or cancelled.
 */
export type RoomPaymentStep = 'review' | 'waiting' | 'paid' | 'later' | 'over'

export function roomPaymentStep(application: Payable): RoomPaymentStep {
  if (application.status === 'rejected' || application.status === 'cancelled') return 'over'
  if (roomDuesToPay(application).length > 0) return 'review'
  if (waitingOf(application.declarations).length > 0) return 'waiting'
  return application.status === 'waitlisted' ? 'later' : 'paid'
}

/**
 * Returns why an application cannot be paid, or null: it has ended, or it is undecided and the school no longer offers
 * the hostel.
 */
export function roomPaymentGuard(
  application: Payable & Pick<OwnApplication, 'isHostelOffered'>,
): 'over' | 'hostel-gone' | null {
  if (roomPaymentStep(application) === 'over') return 'over'
  return application.status === 'pending' && !application.isHostelOffered ? 'hostel-gone' : null
}
