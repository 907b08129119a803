import { expect, it } from 'vitest'
import { addDays } from '~/models/core/shared/calendar'
import { clockOf, minuteOf } from '~/models/core/shared/time-of-day'
import { expiringDays } from './options'
import { documentState, doTripsCollide, doTripsOverlap, isTripOffered, tripClock } from './rules'
import { type VehicleStatus, vehicleStatusWords } from './vehicle-fields'

it('formats a time of day, and reads only times in this format', () => {
  expect([clockOf(0), clockOf(425), clockOf(1439)]).toEqual(['00:00', '07:05', '23:59'])
  for (const minute of [0, 9, 60, 425, 1199, 1200, 1439]) expect(minuteOf(clockOf(minute))).toBe(minute)
  for (const clock of ['24:00', '7:05', '07:60', '07:5', ' 07:05', '07:055', '', '0705'])
    expect(minuteOf(clock)).toBeNull()
})

it('offers a trip only while trip, vehicle and route are all active', () => {
  const trip = { isActive: true, vehicleStatus: 'active' as const, isRouteActive: true }
  expect(isTripOffered(trip)).toBe(true)
  expect(isTripOffered({ ...trip, isActive: false })).toBe(false)
  expect(isTripOffered({ ...trip, isRouteActive: false })).toBe(false)
  const statuses = Object.keys(vehicleStatusWords) as VehicleStatus[]
  expect(statuses.filter((vehicleStatus) => isTripOffered({ ...trip, vehicleStatus }))).toEqual(['active'])
})

it('allows consecutive trips of a vehicle, but not overlapping ones', () => {
  const trip = { departureMinute: 400, arrivalMinute: 460 }
  const other = (departureMinute: number, arrivalMinute: number) => ({ departureMinute, arrivalMinute })
  expect(doTripsOverlap(trip, other(460, 500))).toBe(false)
  expect(doTripsOverlap(trip, other(340, 400))).toBe(false)
  expect(doTripsOverlap(trip, other(459, 500))).toBe(true)
  expect(doTripsOverlap(trip, other(340, 401))).toBe(true)
  expect(doTripsOverlap(trip, other(410, 420))).toBe(true)
})

it('assumes that the return trip takes as long as the outward trip', () => {
  const morning = { departureMinute: 400, arrivalMinute: 460, returnMinute: 800 }
  const leaving = (departureMinute: number) => ({
    departureMinute,
    arrivalMinute: departureMinute + 30,
    returnMinute: null,
  })
  expect(doTripsCollide(morning, leaving(859))).toBe(true)
  expect(doTripsCollide(morning, leaving(860))).toBe(false)
  expect(doTripsCollide(morning, leaving(770))).toBe(false)
  expect(doTripsCollide({ ...morning, returnMinute: null }, leaving(800))).toBe(false)
  expect(doTripsCollide(leaving(430), morning)).toBe(true)
  expect([tripClock(morning), tripClock(leaving(405))]).toEqual(['06:40–07:40, back at 13:20', '06:45–07:15'])
})

it('treats a document as valid through its last day, and as expiring in the days before', () => {
  const today = '2026-11-22'
  expect(documentState(null, today)).toBe('open')
  expect(documentState('2026-11-21', today)).toBe('expired')
  expect(documentState(today, today)).toBe('ending')
  expect(documentState(addDays(today, expiringDays), today)).toBe('ending')
  expect(documentState(addDays(today, expiringDays + 1), today)).toBe('good')
})
