import { expect, it } from 'vitest'
import { newMobile } from './mobile'

it('returns a different ten-digit mobile number each time', () => {
  const numbers = Array.from({ length: 20_000 }, () => newMobile(7))
  expect(new Set(numbers).size).toBe(20_000)
  expect(numbers.filter((number) => !/^7\d{9}$/.test(number))).toEqual([])
})
