import { expect, it } from 'vitest'
import {
  attendancePercent,
  daysOfMonth,
  isWeeklyOff,
  markedDays,
  monthsSoFar,
  needsReason,
  noDays,
  storedStatus,
  whyClosed,
} from './rules'

const none = { present: 0, absent: 0, late: 0, half_day: 0, leave: 0 }

it('counts late as present, half a day as half, and leave as absent', () => {
  expect(attendancePercent(none)).toBeNull()
  expect(attendancePercent({ ...none, present: 2, late: 1, absent: 1 })).toBe(75)
  expect(attendancePercent({ ...none, present: 1, half_day: 1, leave: 1 })).toBe(50)
  expect(attendancePercent({ ...none, present: 2, absent: 1 })).toBe(66.7)
})

it('treats Sundays as days off, and Saturdays as the school’s rule says', () => {
  expect(isWeeklyOff('2026-11-22', 'none')).toBe(true)
  expect(isWeeklyOff('2026-11-23', 'all')).toBe(false)
  expect(isWeeklyOff('2026-11-21', 'none')).toBe(false)
  expect(isWeeklyOff('2026-11-21', 'all')).toBe(true)
  expect(isWeeklyOff('2026-11-14', 'second_fourth')).toBe(true)
  expect(isWeeklyOff('2026-11-28', 'second_fourth')).toBe(true)
  expect(isWeeklyOff('2026-11-21', 'second_fourth')).toBe(false)
  expect(isWeeklyOff('2026-08-29', 'second_fourth')).toBe(false)
})

it('counts every marked day, whatever its status', () => {
  expect(markedDays({ present: 1, absent: 10, late: 100, half_day: 1000, leave: 10_000 })).toBe(11_111)
  expect(markedDays(noDays)).toBe(0)
})

it('returns why a day is closed, checking future, session, holiday and weekday in that order', () => {
  const facts = { today: '2026-11-28', hasSession: true, saturdaysOff: 'second_fourth' as const, holiday: null }
  expect(whyClosed('2026-11-27', facts)).toBeNull()
  expect(whyClosed('2026-11-21', facts)).toBeNull()
  expect(whyClosed('2026-11-28', facts)).toBe('saturday')
  expect(whyClosed('2026-11-22', facts)).toBe('sunday')
  expect(whyClosed('2026-11-22', { ...facts, holiday: 'Diwali' })).toBe('holiday')
  expect(whyClosed('2026-11-22', { ...facts, holiday: 'Diwali', hasSession: false })).toBe('outside-session')
  expect(whyClosed('2026-11-29', { ...facts, holiday: 'Diwali', hasSession: false })).toBe('future')
})

it('requires a reason for a correction from the following day on', () => {
  expect(needsReason('2026-11-27', '2026-11-28')).toBe(true)
  expect(needsReason('2026-11-28', '2026-11-28')).toBe(false)
})

it('stores leave only for an absent student with approved leave', () => {
  expect(storedStatus('absent', true)).toBe('leave')
  expect(storedStatus('absent', false)).toBe('absent')
  for (const status of ['present', 'late', 'half_day', 'leave'] as const)
    expect(storedStatus(status, true)).toBe(status)
})

it('returns the days of a month and the months of a session until today', () => {
  expect(daysOfMonth('2028-02')).toHaveLength(29)
  expect(daysOfMonth('2026-12').slice(-2)).toEqual(['2026-12-30', '2026-12-31'])
  expect(daysOfMonth('2026-04')[0]).toBe('2026-04-01')
  expect(daysOfMonth('2026-04')).toHaveLength(30)
  const session = { startsOn: '2026-04-15', endsOn: '2027-03-01' }
  expect(monthsSoFar(session, '2026-06-01')).toEqual(['2026-04', '2026-05', '2026-06'])
  expect(monthsSoFar(session, '2026-05-31')).toEqual(['2026-04', '2026-05'])
  expect(monthsSoFar(session, '2028-01-01')).toHaveLength(12)
  expect(monthsSoFar(session, '2028-01-01').at(-1)).toBe('2027-03')
  expect(monthsSoFar(session, '2026-03-31')).toEqual([])
})
