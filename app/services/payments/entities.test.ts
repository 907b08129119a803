import { expect, it } from 'vitest'
import { readPayment } from './entities'

const captured = {
  id: 'pay_abcdefghijklmn',
  status: 'captured',
  amount: 123_400,
  currency: 'INR',
  method: 'upi',
  created_at: 1_790_000_000,
}

it.each([
  ['missing', captured, {}],
  ['null', { ...captured, notes: null }, {}],
  ['an empty list', { ...captured, notes: [] }, {}],
  ['an object', { ...captured, notes: { payment: 'abc', part: 2 } }, { payment: 'abc', part: '2' }],
])('reads a payment with notes that are %s', (_, entity, notes) => {
  expect(readPayment(entity)).toMatchObject({ id: captured.id, amountPaise: 123_400, notes })
})
