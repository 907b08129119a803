import { expect, it } from 'vitest'
import { comesOfAgeOn, isAdult } from './coming-of-age'

it.each([
  ['2008-11-26', '2026-11-26'],
  ['2008-02-29', '2026-03-01'],
  ['2008-12-31', '2026-12-31'],
])('for a birth on %s, returns the day of majority %s', (bornOn, from) => expect(comesOfAgeOn(bornOn)).toBe(from))

it('counts a student as a minor on the day before the 18th birthday', () => {
  expect(isAdult('2008-02-29', '2026-02-28')).toBe(false)
  expect(isAdult('2008-02-29', '2026-03-01')).toBe(true)
})
