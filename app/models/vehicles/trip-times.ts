/* When a vehicle comes to a student: minutes after midnight. */

export interface TimesOfTrip {
  pickupMinute: number | null
  dropMinute: number | null
}

/** A stop with the times at which its route reaches it. */
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

/** What a time that was typed may not be on a run: picked up while it does not drive there, brought back before it drives back. */
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
 * As typed, else as at the stop that was applied for, else when the run leaves and when it drives back; null where nobody has said it.
 * The stop's times are those of one drive along its route: they do not count on another route, nor on a run that is not under way then.
 */
export function tripTimes(typed: TimesOfTrip, stop: StopTimes | null, trip: TripTimes): TimesOfTrip {
  const atStop = stop && stop.routeId === trip.routeId && !wrongTimes(stop, trip).pickup ? stop : null
  const drop = atStop && !wrongTimes(atStop, trip).drop ? atStop.dropMinute : trip.returnMinute
  return {
    pickupMinute: typed.pickupMinute ?? atStop?.pickupMinute ?? trip.departureMinute,
    dropMinute: typed.dropMinute ?? drop,
  }
}

const untyped: TimesOfTrip = { pickupMinute: null, dropMinute: null }

/**
 * The times of a student who has a seat, after the stop or the run has moved: those that were not the office's own follow, and so does
 * a time that the run cannot keep any more.
 */
export function timesAfter(
  now: TimesOfTrip,
  before: { stop: StopTimes | null; trip: TripTimes },
  after: { stop: StopTimes | null; trip: TripTimes },
): TimesOfTrip {
  const was = tripTimes(untyped, before.stop, before.trip)
  const becomes = tripTimes(untyped, after.stop, after.trip)
  const wrong = wrongTimes(now, after.trip)
  // A stop that has moved to where the run does not drive yet waits for the run: nobody is told a time in between.
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
