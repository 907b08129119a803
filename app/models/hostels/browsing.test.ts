import { expect, it } from 'vitest'
import { longerPageSize } from './browsing'
import { feeStatusOf } from './fee-status'

it.each([
  [5, 10],
  [10, 20],
  [20, 50],
  [15, 20],
  [50, null],
])('after %i hostels, Load More shows %s', (shown, size) => {
  expect(longerPageSize(shown)).toBe(size)
})

it('the fee status is pending while anything is owed, completed once something was paid', () => {
  expect(feeStatusOf({ owedPaise: 1, paidPaise: 1 })).toBe('pending')
  expect(feeStatusOf({ owedPaise: 0, paidPaise: 1 })).toBe('completed')
  expect(feeStatusOf({ owedPaise: 0, paidPaise: 0 })).toBe('other')
})
