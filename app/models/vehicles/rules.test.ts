import { expect, it } from 'vitest'
import { addDays } from '~/models/shared/calendar'
import { expiringDays, vehicleStatuses } from './options'
import { clockOf, doRunsCollide, doRunsOverlap, isRunOffered, minuteOf, paperState, runTimes } from './rules'

it('reads a time of the day as it writes it', () => {
  expect([clockOf(0), clockOf(425), clockOf(1439)]).toEqual(['00:00', '07:05', '23:59'])
  for (const minute of [0, 9, 60, 425, 1199, 1200, 1439]) expect(minuteOf(clockOf(minute))).toBe(minute)
  for (const clock of ['24:00', '7:05', '07:60', '07:5', ' 07:05', '07:055', '', '0705'])
    expect(minuteOf(clock)).toBeNull()
})

it('offers a seat while run, vehicle and route are all driven', () => {
  const run = { isActive: true, vehicleStatus: 'active' as const, isRouteActive: true }
  expect(isRunOffered(run)).toBe(true)
  expect(isRunOffered({ ...run, isActive: false })).toBe(false)
  expect(isRunOffered({ ...run, isRouteActive: false })).toBe(false)
  expect(vehicleStatuses.filter((vehicleStatus) => isRunOffered({ ...run, vehicleStatus }))).toEqual(['active'])
})

it('a vehicle is in one place: runs may follow each other, not fall on each other', () => {
  const run = { departureMinute: 400, arrivalMinute: 460 }
  const other = (departureMinute: number, arrivalMinute: number) => ({ departureMinute, arrivalMinute })
  expect(doRunsOverlap(run, other(460, 500))).toBe(false)
  expect(doRunsOverlap(run, other(340, 400))).toBe(false)
  expect(doRunsOverlap(run, other(459, 500))).toBe(true)
  expect(doRunsOverlap(run, other(340, 401))).toBe(true)
  expect(doRunsOverlap(run, other(410, 420))).toBe(true)
})

it('the way back is as long as the way there, and counts as well', () => {
  const morning = { departureMinute: 400, arrivalMinute: 460, returnMinute: 800 }
  const leaving = (departureMinute: number) => ({
    departureMinute,
    arrivalMinute: departureMinute + 30,
    returnMinute: null,
  })
  expect(doRunsCollide(morning, leaving(859))).toBe(true)
  expect(doRunsCollide(morning, leaving(860))).toBe(false)
  expect(doRunsCollide(morning, leaving(770))).toBe(false)
  expect(doRunsCollide({ ...morning, returnMinute: null }, leaving(800))).toBe(false)
  expect(doRunsCollide(leaving(430), morning)).toBe(true)
  expect([runTimes(morning), runTimes(leaving(405))]).toEqual(['06:40–07:40, back at 13:20', '06:45–07:15'])
})

it('a paper is good through its last day, and ending in the days before', () => {
  const today = '2026-11-22'
  expect(paperState(null, today)).toBe('open')
  expect(paperState('2026-11-21', today)).toBe('expired')
  expect(paperState(today, today)).toBe('ending')
  expect(paperState(addDays(today, expiringDays), today)).toBe('ending')
  expect(paperState(addDays(today, expiringDays + 1), today)).toBe('good')
})
