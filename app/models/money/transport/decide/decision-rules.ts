import type { ApplicationStatus, RefundState } from '../options'
import { hasBegun, officeMayCancel } from '../rules'

/** `activate` also covers changing the seat and resuming after a suspension. */
export type OfficeVerb = 'approve' | 'reject' | 'activate' | 'suspend' | 'cancel' | 'end' | 'refund'

/**
 * Returns the actions that the office can take on an application in its current status. `today` and `startsOn` (first
 * day of travel) are YYYY-MM-DD.
 */
export function possibleVerbs(
  application: { status: ApplicationStatus; startsOn: string | null; refundState: RefundState },
  today: string,
): Record<OfficeVerb, boolean> {
  const { status } = application
  const rides = status === 'active' || status === 'suspended'
  return {
    approve: status === 'pending',
    reject: status === 'pending',
    activate: status === 'approved' || rides,
    suspend: status === 'active',
    cancel: officeMayCancel(application, today),
    end: hasBegun(application, today),
    refund: application.refundState === 'open',
  }
}
