import type { ApplicationStatus, RefundState } from './options'
import { hasBegun, officeMayCancel } from './rules'

/** `activate` is also a change of seat, and riding again after a suspension. */
export type OfficeVerb = 'approve' | 'reject' | 'activate' | 'suspend' | 'cancel' | 'end' | 'refund'

/** What the office can do with an application as it stands on the day `today` (YYYY-MM-DD, as is the first day of riding). */
export function possibleVerbs(
  ride: { status: ApplicationStatus; startsOn: string | null; refundState: RefundState },
  today: string,
): Record<OfficeVerb, boolean> {
  const { status } = ride
  const rides = status === 'active' || status === 'suspended'
  return {
    approve: status === 'pending',
    reject: status === 'pending',
    activate: status === 'approved' || rides,
    suspend: status === 'active',
    cancel: officeMayCancel(ride, today),
    end: hasBegun(ride, today),
    refund: ride.refundState === 'open',
  }
}

/**
 * When the vehicle comes, in minutes after midnight: as typed, else as at the stop that was applied for, else when the run leaves and
 * when it drives back. Null where nobody has said it.
 */
export function rideTimes(
  typed: { pickupMinute: number | null; dropMinute: number | null },
  stop: { pickupMinute: number | null; dropMinute: number | null },
  run: { departureMinute: number; returnMinute: number | null } | null,
): { pickupMinute: number | null; dropMinute: number | null } {
  return {
    pickupMinute: typed.pickupMinute ?? stop.pickupMinute ?? run?.departureMinute ?? null,
    dropMinute: typed.dropMinute ?? stop.dropMinute ?? run?.returnMinute ?? null,
  }
}
