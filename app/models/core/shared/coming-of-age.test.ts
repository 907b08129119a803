import { expect, it } from 'vitest'
import { comesOfAgeOn, isAdult } from './coming-of-age'

it.each([
  ['2008-11-26', '2026-11-26'],
  ['2008-02-29', '2026-03-01'],
  ['2008-12-31', '2026-12-31'],
])('for a birth on %s, returns the day of majority %s', (bornOn, from) => expect(comesOfAgeOn(bornOn)).toBe(from))

it('returns false on the day before majority', () => {
  expect(isAdult('2008-02-29', '2026-02-28')).toBe(false)
  expect(isAdult('2008-02-29', '2026-03-01')).toBe(true)
})
