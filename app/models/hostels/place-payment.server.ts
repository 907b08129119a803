import { selectOne } from '~/database/connection.server'
import { mostDuesOfAPayment } from '~/models/ledger/options'
import type { StudentScope } from '~/models/shared/scope.server'
import type { ChargeDue } from './charges.server'
import type { ApplicationStatus } from './options'

/** The dues of a place that are to be paid now, by public id: the deposit and first month, then whatever month is owed. */
export function duesToPay(charges: readonly ChargeDue[]): string[] {
  return charges
    .filter((charge) => charge.state === 'open' && charge.paidPaise < charge.amountPaise)
    .slice(0, mostDuesOfAPayment)
    .map((charge) => charge.duePublicId)
}

/**
 * review: it can be paid. waiting: the school has not confirmed yet what the student declared. paid: nothing is owed. later: a place on
 * the waiting list owes nothing yet. over: rejected or cancelled.
 */
export type PlacePaymentStep = 'review' | 'waiting' | 'paid' | 'later' | 'over'

export function placePaymentStep(application: {
  status: ApplicationStatus
  isDeclared: boolean
  owedPaise: number
}): PlacePaymentStep {
  if (application.status === 'rejected' || application.status === 'cancelled') return 'over'
  if (application.isDeclared) return 'waiting'
  if (application.owedPaise > 0) return 'review'
  return application.status === 'waitlisted' ? 'later' : 'paid'
}

/** Whether the school still offers the hostel: for a place that nobody has decided about, it has to. */
export async function isHostelOffered(scope: StudentScope, hostelId: string): Promise<boolean> {
  const offered = await selectOne(
    'SELECT 1 AS one FROM hostels WHERE school_id = :schoolId AND public_id = :hostelId AND is_active = 1',
    { schoolId: scope.schoolId, hostelId },
  )
  return offered !== null
}
