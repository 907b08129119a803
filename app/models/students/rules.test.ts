import { expect, it } from 'vitest'
import { nextEnrollmentNumbers } from './rules'

it.each([
  [null, ['1001', '1002']],
  ['1001', ['1002', '1003']],
  ['2026/099', ['2026/100', '2026/101']],
  ['DPS-0009-B', ['DPS-0010-B', 'DPS-0011-B']],
  ['99999999999999999999', ['100000000000000000000', '100000000000000000001']],
  ['ASHA', ['ASHA-1', 'ASHA-2']],
])('after %s come %j', (latest, next) => {
  expect(nextEnrollmentNumbers(latest, 2)).toEqual(next)
})
