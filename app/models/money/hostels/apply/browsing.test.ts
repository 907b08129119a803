import { expect, it } from 'vitest'
import { feeStatusOf } from '../stay/fee-status'
import { longerPageSize } from './browsing'

it.each([
  [5, 10],
  [10, 20],
  [20, 50],
  [15, 20],
  [50, null],
])('returns the next larger page size when %i hostels are shown: %s', (shown, size) => {
  expect(longerPageSize(shown)).toBe(size)
})

it('returns the fee status pending while money is owed, completed once all is paid, other if nothing is due', () => {
  expect(feeStatusOf({ owedPaise: 1, paidPaise: 1 })).toBe('pending')
  expect(feeStatusOf({ owedPaise: 0, paidPaise: 1 })).toBe('completed')
  expect(feeStatusOf({ owedPaise: 0, paidPaise: 0 })).toBe('other')
})
