import { selectOne } from '~/database/database.server'
import { maxDuesOfPayment } from '~/models/ledger/options'
import type { StudentScope } from '~/models/shared/scope.server'
import type { ChargeDue } from '~/models/subscriptions/charges.server'
import { waitingOf } from './declarations.server'
import type { OwnApplication } from './own-applications.server'

type Payable = Pick<OwnApplication, 'status' | 'charges' | 'declarations'>

/**
 * The dues of a place that are to be paid now: the deposit and first month, then whatever month is owed. Not those that the student has
 * declared: the school looks first.
 */
export function duesToPay({ charges, declarations }: Pick<Payable, 'charges' | 'declarations'>): ChargeDue[] {
  const declared = new Set(waitingOf(declarations).flatMap((one) => one.dueIds))
  return charges
    .filter((due) => due.state === 'open' && due.paidPaise < due.amountPaise && !declared.has(due.duePublicId))
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
export async function roomPaymentGuard(
  scope: StudentScope,
  application: Payable & Pick<OwnApplication, 'hostelId'>,
): Promise<'over' | 'hostel-gone' | null> {
  if (roomPaymentStep(application) === 'over') return 'over'
  if (application.status !== 'pending') return null
  const offered = await selectOne(
    'SELECT 1 AS one FROM hostels WHERE school_id = :schoolId AND public_id = :hostelId AND is_active = 1',
    { schoolId: scope.schoolId, hostelId: application.hostelId },
  )
  return offered === null ? 'hostel-gone' : null
}
