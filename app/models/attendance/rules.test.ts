import { expect, it } from 'vitest'
import { attendancePercent, isWeeklyOff } from './rules'

const none = { present: 0, absent: 0, late: 0, half_day: 0, leave: 0 }

it('counts late as present, half a day as half, and leave as a day away', () => {
  expect(attendancePercent(none)).toBeNull()
  expect(attendancePercent({ ...none, present: 2, late: 1, absent: 1 })).toBe(75)
  expect(attendancePercent({ ...none, present: 1, half_day: 1, leave: 1 })).toBe(50)
  expect(attendancePercent({ ...none, present: 2, absent: 1 })).toBe(66.7)
})

it('knows the free days of a week', () => {
  expect(isWeeklyOff('2026-11-22', 'none')).toBe(true)
  expect(isWeeklyOff('2026-11-23', 'all')).toBe(false)
  expect(isWeeklyOff('2026-11-21', 'none')).toBe(false)
  expect(isWeeklyOff('2026-11-21', 'all')).toBe(true)
  expect(isWeeklyOff('2026-11-14', 'second_fourth')).toBe(true)
  expect(isWeeklyOff('2026-11-28', 'second_fourth')).toBe(true)
  expect(isWeeklyOff('2026-11-21', 'second_fourth')).toBe(false)
  expect(isWeeklyOff('2026-08-29', 'second_fourth')).toBe(false)
})
