import type { Standing } from './office-options'
import type { ApplicationStatus, RefundState } from './options'
import { isUndecided, mayBeCancelled } from './rules'

interface Place {
  status: ApplicationStatus
  holdsBed: boolean
  checkedInOn: string | null
  checkedOutOn: string | null
  refundState: RefundState
}

export type OfficeVerb = 'approve' | 'reject' | 'waitlist' | 'cancel' | 'checkIn' | 'checkOut' | 'refund'

/** What the office can do with an application as it stands now. */
export function possibleVerbs(place: Place): Record<OfficeVerb, boolean> {
  const stays = place.status === 'approved' && place.checkedOutOn === null
  return {
    approve: isUndecided(place.status),
    reject: isUndecided(place.status),
    waitlist: place.status === 'pending',
    cancel: mayBeCancelled(place),
    checkIn: stays && place.checkedInOn === null,
    checkOut: stays && place.checkedInOn !== null,
    refund: place.refundState === 'open',
  }
}

export function standingOf(place: Omit<Place, 'refundState'>): Standing {
  if (place.status === 'waitlisted') return place.holdsBed ? 'offered' : 'waitlisted'
  if (place.status !== 'approved') return place.status
  if (place.checkedOutOn !== null) return 'left'
  return place.checkedInOn === null ? 'approved' : 'staying'
}
