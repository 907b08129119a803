import type { ApplicationStatus, RefundState } from './options'
import { hasBegun, officeMayCancel } from './rules'

/** `activate` is also a change of seat, and riding again after a suspension. */
export type OfficeVerb = 'approve' | 'reject' | 'activate' | 'suspend' | 'cancel' | 'end' | 'refund'

/** What the office can do with an application as it stands on the day `today` (YYYY-MM-DD, as is the first day of riding). */
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
