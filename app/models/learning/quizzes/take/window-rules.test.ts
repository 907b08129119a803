import fc from 'fast-check'
import { expect, it } from 'vitest'
import { instantInIndia, wallClockInIndia } from './window-rules'

it('reads days and times in IST, and refuses invalid ones', () => {
  expect(instantInIndia('2026-09-10', '09:30')?.toISOString()).toBe('2026-09-10T04:00:00.000Z')
  expect(instantInIndia('2026-03-01', '00:00')?.toISOString()).toBe('2026-02-28T18:30:00.000Z')
  for (const [day, time] of [
    ['2026-02-29', '09:00'],
    ['2026-09-10', '24:00'],
    ['2026-09-10', '9:00'],
    ['', ''],
    ['10/09/2026', '09:00'],
  ])
    expect(instantInIndia(day ?? '', time ?? '')).toBeNull()
})

it('shows a stored time as it was typed', () => {
  const minutes = fc.integer({ min: Date.UTC(1990, 0, 1) / 60_000, max: Date.UTC(2099, 11, 31) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const instant = new Date(minute * 60_000)
      const { day, time } = wallClockInIndia(instant)
      expect(instantInIndia(day, time)).toEqual(instant)
    }),
  )
})
