/* Pickup and drop times of a student, in minutes after midnight. */

export interface TimesOfTrip {
  pickupMinute: number | null
  dropMinute: number | null
}

export interface StopTimes {
  routeId: number
  pickupMinute: number
  dropMinute: number
}

export interface TripTimes {
  routeId: number
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
}

/** Typed times that the trip cannot keep: a pickup outside the outward drive, or a drop before the return starts. */
export function wrongTimes(
  { pickupMinute, dropMinute }: TimesOfTrip,
  { departureMinute, arrivalMinute, returnMinute }: Omit<TripTimes, 'routeId'>,
): { pickup: boolean; drop: boolean } {
  return {
    pickup: pickupMinute !== null && (pickupMinute < departureMinute || pickupMinute > arrivalMinute),
    drop: dropMinute !== null && dropMinute < (returnMinute ?? arrivalMinute),
  }
}

/**
 * Returns the typed times; otherwise those of the stop, otherwise departure and return of the trip; null if unknown.
 * The stop's times apply only if the trip is on the stop's route and is driving at that time.
 */
export function tripTimes(typedTimes: TimesOfTrip, stop: StopTimes | null, trip: TripTimes): TimesOfTrip {
  const atStop = stop && stop.routeId === trip.routeId && !wrongTimes(stop, trip).pickup ? stop : null
  const drop = atStop && !wrongTimes(atStop, trip).drop ? atStop.dropMinute : trip.returnMinute
  return {
    pickupMinute: typedTimes.pickupMinute ?? atStop?.pickupMinute ?? trip.departureMinute,
    dropMinute: typedTimes.dropMinute ?? drop,
  }
}

const untyped: TimesOfTrip = { pickupMinute: null, dropMinute: null }

/**
 * Returns a passenger's times after the times of a stop or trip have changed. A time set by the office stays, as long
 * as the trip can keep it; all other times follow the stop and the trip.
 */
export function timesAfter(
  now: TimesOfTrip,
  before: { stop: StopTimes | null; trip: TripTimes },
  after: { stop: StopTimes | null; trip: TripTimes },
): TimesOfTrip {
  const was = tripTimes(untyped, before.stop, before.trip)
  const becomes = tripTimes(untyped, after.stop, after.trip)
  const wrong = wrongTimes(now, after.trip)
  // The stop's new time is outside the trip's times: keeps the old times until the trip's times change as well, so that
  // no one is notified of a wrong time.
  const isAhead =
    after.stop?.routeId === after.trip.routeId &&
    wrongTimes(after.stop, after.trip).pickup &&
    before.stop !== null &&
    !wrongTimes(before.stop, before.trip).pickup
  if (isAhead && !wrong.pickup && !wrong.drop) return now
  return {
    pickupMinute: now.pickupMinute === was.pickupMinute || wrong.pickup ? becomes.pickupMinute : now.pickupMinute,
    dropMinute:
      now.dropMinute === was.dropMinute || wrong.drop ? (becomes.dropMinute ?? now.dropMinute) : now.dropMinute,
  }
}
