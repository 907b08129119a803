import { addDays } from '~/models/core/shared/calendar'
import { clockOf } from '~/models/core/shared/time-of-day'
import { expiringDays } from './options'
import type { VehicleStatus } from './vehicle-fields'

/** A trip is offered while trip, vehicle and route are all active. `tripIsOffered` is the same rule in SQL. */
export function isTripOffered(trip: {
  isActive: boolean
  vehicleStatus: VehicleStatus
  isRouteActive: boolean
}): boolean {
  return trip.isActive && trip.vehicleStatus === 'active' && trip.isRouteActive
}

/** Returns whether two trips of one vehicle overlap. Minutes after midnight. */
export function doTripsOverlap(
  one: { departureMinute: number; arrivalMinute: number },
  other: { departureMinute: number; arrivalMinute: number },
): boolean {
  return one.departureMinute < other.arrivalMinute && other.departureMinute < one.arrivalMinute
}

interface Times {
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
}

/**
 * Returns whether two trips of one vehicle overlap in either direction; the return takes as long as the outward drive.
 */
export function doTripsCollide(one: Times, other: Times): boolean {
  return legsOf(one).some((leg) => legsOf(other).some((its) => doTripsOverlap(leg, its)))
}

function legsOf({ departureMinute, arrivalMinute, returnMinute }: Times) {
  const outboundLeg = { departureMinute, arrivalMinute }
  if (returnMinute === null) return [outboundLeg]
  return [outboundLeg, { departureMinute: returnMinute, arrivalMinute: returnMinute + arrivalMinute - departureMinute }]
}

export const documentStates = {
  expired: { word: 'Expired', tone: 'bad' },
  ending: { word: `Expires within ${expiringDays} days`, tone: 'warn' },
  good: { word: 'Valid', tone: 'good' },
  open: { word: 'No expiry', tone: 'neutral' },
} as const

/** Status of a document by its expiry (`YYYY-MM-DD`): valid through that day, and expiring in the 30 days before. */
export function documentState(expiresOn: string | null, today: string): keyof typeof documentStates {
  if (expiresOn === null) return 'open'
  if (expiresOn < today) return 'expired'
  return expiresOn <= addDays(today, expiringDays) ? 'ending' : 'good'
}

export function tripClock(trip: Times): string {
  const outboundTimes = `${clockOf(trip.departureMinute)}–${clockOf(trip.arrivalMinute)}`
  return trip.returnMinute === null ? outboundTimes : `${outboundTimes}, back at ${clockOf(trip.returnMinute)}`
}

export function kmWords(metres: number): string {
  return `${Math.round(metres / 100) / 10} km`
}
