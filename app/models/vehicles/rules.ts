import type { VehicleStatus } from './options'

/** `07:05`, the time of day of so many minutes after midnight. */
export function clockOf(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** Minutes after midnight of a typed `07:05`, or null. */
export function minuteOf(clock: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(clock) ?? []
  return hours === undefined || minutes === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** A seat is offered while the vehicle drives and the route is driven. */
export function isRunOffered(run: { vehicleStatus: VehicleStatus; isRouteActive: boolean }): boolean {
  return run.vehicleStatus === 'active' && run.isRouteActive
}

/** Whether two runs of one vehicle fall on each other: it cannot be in two places. Minutes after midnight. */
export function doRunsOverlap(
  one: { departureMinute: number; arrivalMinute: number },
  other: { departureMinute: number; arrivalMinute: number },
): boolean {
  return one.departureMinute < other.arrivalMinute && other.departureMinute < one.arrivalMinute
}
