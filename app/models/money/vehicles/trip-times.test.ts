import { expect, it } from 'vitest'
import { timesAfter, tripTimes, wrongTimes } from './trip-times'

const none = { pickupMinute: null, dropMinute: null }
const stop = { routeId: 1, pickupMinute: 425, dropMinute: 850 }
const trip = { routeId: 1, departureMinute: 405, arrivalMinute: 460, returnMinute: 840 }
const late = { routeId: 1, departureMinute: 540, arrivalMinute: 595, returnMinute: 1020 }

it('uses the times typed for a passenger, otherwise those of the stop, otherwise those of the trip', () => {
  expect(tripTimes({ pickupMinute: 420, dropMinute: null }, stop, trip)).toEqual({ pickupMinute: 420, dropMinute: 850 })
  expect(tripTimes(none, null, trip)).toEqual({ pickupMinute: 405, dropMinute: 840 })
  expect(tripTimes(none, null, { ...trip, returnMinute: null })).toEqual({ pickupMinute: 405, dropMinute: null })
})

it('uses a stop’s times only on the stop’s route and between the times of the trip', () => {
  expect(tripTimes(none, { ...stop, routeId: 2 }, trip)).toEqual({ pickupMinute: 405, dropMinute: 840 })
  expect(tripTimes(none, stop, late)).toEqual({ pickupMinute: 540, dropMinute: 1020 })
  // The stop's pickup is within the trip and is used. Its drop is before the trip's return, so it is not used.
  expect(tripTimes(none, { ...stop, dropMinute: 700 }, trip)).toEqual({ pickupMinute: 425, dropMinute: 840 })
  expect(tripTimes(none, { ...stop, dropMinute: 459 }, { ...trip, returnMinute: null })).toMatchObject({
    dropMinute: null,
  })
})

it('detects a time outside the times of the trip', () => {
  const wrong = (pickupMinute: number | null, dropMinute: number | null) =>
    Object.values(wrongTimes({ pickupMinute, dropMinute }, trip))
  expect(wrong(405, 840)).toEqual([false, false])
  expect(wrong(460, null)).toEqual([false, false])
  expect(wrong(404, 839)).toEqual([true, true])
  expect(wrong(461, 1439)).toEqual([true, false])
  expect(wrongTimes({ pickupMinute: null, dropMinute: 459 }, { ...trip, returnMinute: null }).drop).toBe(true)
})

it('moves a passenger’s times with the stop or trip, and keeps times set by the office that the trip still allows', () => {
  const movedStop = { ...stop, pickupMinute: 430, dropMinute: 845 }
  const at = (pickupMinute: number, dropMinute: number) => ({ pickupMinute, dropMinute })
  const byStop = (now: ReturnType<typeof at>) => timesAfter(now, { stop, trip }, { stop: movedStop, trip })
  expect(byStop(at(425, 850))).toEqual(at(430, 845))
  expect(byStop(at(420, 850))).toEqual(at(420, 845))
  // If the office changes the stop's times before the trip's, the passenger's times stay until the trip's change too,
  // so that no one is notified of a wrong time.
  const ahead = { stop: { ...stop, pickupMinute: 545 }, trip }
  expect(timesAfter(at(425, 850), { stop, trip }, ahead)).toEqual(at(425, 850))
  expect(timesAfter(at(425, 850), ahead, { ...ahead, trip: late }).pickupMinute).toBe(545)
  const byTrip = (now: ReturnType<typeof at>) => timesAfter(now, { stop: null, trip }, { stop: null, trip: late })
  expect(byTrip(at(405, 840))).toEqual(at(540, 1020))
  expect(byTrip(at(420, 1030))).toEqual(at(540, 1030))
  const noWayBack = { ...trip, returnMinute: null }
  expect(timesAfter(at(405, 840), { stop: null, trip }, { stop: null, trip: noWayBack })).toEqual(at(405, 840))
})
