import type { RefundDecisionState } from '~/models/money/subscriptions/options'
import type { ApplicationStatus } from '../options'
import { isUndecided, mayCancelStay } from '../rules'

/** Status of an application as the office sees it, with separate values for an offer and for the stay. */
export type ShownStatus = ApplicationStatus | 'offered' | 'staying' | 'left'
/**
 * `nothing`: no due exists, or nothing is owed and nothing was paid. Refunds are shown only once the family owes
 * nothing.
 */
export type PaidPart = 'nothing' | 'unpaid' | 'part' | 'paid' | 'part-refunded' | 'refunded'

interface Application {
  status: ApplicationStatus
  holdsBed: boolean
  checkedInOn: string | null
  checkedOutOn: string | null
  refundState: RefundDecisionState
}

export type OfficeVerb = 'approve' | 'reject' | 'waitlist' | 'cancel' | 'checkIn' | 'checkOut' | 'change' | 'refund'

export function possibleVerbs(application: Application): Record<OfficeVerb, boolean> {
  const stays = application.status === 'approved' && application.checkedOutOn === null
  return {
    approve: isUndecided(application.status),
    reject: isUndecided(application.status),
    waitlist: application.status === 'pending',
    cancel: mayCancelStay(application),
    checkIn: stays && application.checkedInOn === null,
    checkOut: stays && application.checkedInOn !== null,
    change: stays,
    refund: application.refundState === 'open',
  }
}

export function shownStatusOf(application: Omit<Application, 'refundState'>): ShownStatus {
  if (application.status === 'waitlisted') return application.holdsBed ? 'offered' : 'waitlisted'
  if (application.status !== 'approved') return application.status
  if (application.checkedOutOn !== null) return 'left'
  return application.checkedInOn === null ? 'approved' : 'staying'
}
