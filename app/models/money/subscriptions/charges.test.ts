import { expect, it } from 'vitest'
import { dayRange } from './charges.server'

it('writes the days of a charge in Indian order, day before month', () => {
  expect(dayRange('2026-12-01', '2026-12-31')).toBe('1/12/2026–31/12/2026')
  expect(dayRange('2027-04-05', '2028-02-29')).toBe('5/4/2027–29/2/2028')
})
