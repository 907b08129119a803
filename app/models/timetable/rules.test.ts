import { expect, it } from 'vitest'
import { plainNumber, slotOf, weekdayOf, weekOf } from './rules'

it.each([
  ['2026-11-16', 1],
  ['2026-11-21', 6],
  ['2026-11-22', null],
])('%s is weekday %s; a Sunday is none', (day, weekday) => {
  expect(weekdayOf(day)).toBe(weekday)
})

it('writes a slot as the specification does', () => {
  expect(slotOf({ startsAt: '08:00', endsAt: '09:00' })).toBe('08:00-09:00')
})

it.each([
  ['Period 3', 3],
  ['Period 12', 12],
  ['Games', null],
  ['Period 3 b', null],
])('the number in %s is %s', (name, number) => {
  expect(plainNumber(name)).toBe(number)
})

it('places each lesson on its day and in its period, and leaves the rest free', () => {
  const lesson = { day: 2, periodId: 7, subject: 'Art' }
  const week = weekOf([{ id: 5 }, { id: 7 }], [lesson])
  expect(week).toHaveLength(6)
  expect(week[1]).toEqual({ day: 2, lessons: [null, lesson] })
  expect(week.flatMap(({ lessons }) => lessons).filter(Boolean)).toEqual([lesson])
})
