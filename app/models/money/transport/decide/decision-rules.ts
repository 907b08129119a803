import type { RefundDecisionState } from '~/models/money/subscriptions/options'
import type { ApplicationStatus } from '../options'
import { hasBegun, officeMayCancel } from '../rules'

/** `activate` also covers changing the seat and resuming after a suspension. */
export type OfficeVerb = 'approve' | 'reject' | 'activate' | 'suspend' | 'cancel' | 'end' | 'refund'

/**
 * Returns the actions that the office can take on an application in its current status. `today` and `startsOn` (first
 * day of travel) are YYYY-MM-DD.
 */
export function possibleVerbs(
  application: { status: ApplicationStatus; startsOn: string | null; refundState: RefundDecisionState },
  today: string,
): Record<OfficeVerb, boolean> {
  const { status } = application
  const isTravelling = status === 'active' || status === 'suspended'
  return {
    approve: status === 'pending',
    reject: status === 'pending',
    activate: status === 'approved' || isTravelling,
    suspend: status === 'active',
    cancel: officeMayCancel(application, today),
    end: hasBegun(application, today),
    refund: application.refundState === 'open',
  }
}
