import { addDays } from '~/models/shared/calendar'
import { expiringDays, type VehicleStatus } from './options'

/** `07:05`, the time of day of so many minutes after midnight. */
export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Minutes after midnight of a typed `07:05`, or null. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** A seat is offered while the run is, the vehicle drives and the route is driven. `offered-sql` says the same to the database. */
export function isRunOffered(run: {
  isActive: boolean
  vehicleStatus: VehicleStatus
  isRouteActive: boolean
}): boolean {
  return run.isActive && run.vehicleStatus === 'active' && run.isRouteActive
}

/** Whether two runs of one vehicle fall on each other: it cannot be in two places. Minutes after midnight. */
export function doRunsOverlap(
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

/** Whether two runs of one vehicle fall on each other, there or back: the way back is taken to be as long as the way there. */
export function doRunsCollide(one: Times, other: Times): boolean {
  return legsOf(one).some((leg) => legsOf(other).some((its) => doRunsOverlap(leg, its)))
}

function legsOf({ departureMinute, arrivalMinute, returnMinute }: Times) {
  const there = { departureMinute, arrivalMinute }
  if (returnMinute === null) return [there]
  return [there, { departureMinute: returnMinute, arrivalMinute: returnMinute + arrivalMinute - departureMinute }]
}

export type PaperState = 'expired' | 'ending' | 'good' | 'open'

/** A paper with a day on which it ends (`YYYY-MM-DD`): good through that day, and shown as ending in the 30 days before. */
export function paperState(expiresOn: string | null, today: string): PaperState {
  if (expiresOn === null) return 'open'
  if (expiresOn < today) return 'expired'
  return expiresOn <= addDays(today, expiringDays) ? 'ending' : 'good'
}

/** `06:45–07:40, back at 14:00` */
export function runTimes(run: Times): string {
  const there = `${clockOf(run.departureMinute)}–${clockOf(run.arrivalMinute)}`
  return run.returnMinute === null ? there : `${there}, back at ${clockOf(run.returnMinute)}`
}
