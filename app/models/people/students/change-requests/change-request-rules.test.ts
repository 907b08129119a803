import { expect, it } from 'vitest'
import { requestsOf } from './change-request-rules'

const stored = { first_name: 'Asha', last_name: 'Patel', category: 'General', father_name: null }

it('creates change requests only for values that differ', () => {
  expect(requestsOf(stored, { first_name: 'Asha', last_name: 'Shah', category: 'OBC' }, {})).toEqual({
    ask: [
      { field: 'last_name', value: 'Shah' },
      { field: 'category', value: 'OBC' },
    ],
    waiting: [],
  })
  expect(requestsOf(stored, {}, {})).toEqual({ ask: [], waiting: [] })
  expect(requestsOf(stored, { father_name: 'Rajesh Patel' }, {}).ask).toHaveLength(1)
})

it('creates no second request for a field that has a pending one', () => {
  const pending = { last_name: 'Shah' }
  expect(requestsOf(stored, { last_name: 'Shah' }, pending)).toEqual({ ask: [], waiting: [] })
  expect(requestsOf(stored, { last_name: 'Patel' }, pending)).toEqual({ ask: [], waiting: [] })
  expect(requestsOf(stored, { last_name: 'Desai', first_name: 'Aasha' }, pending)).toEqual({
    ask: [{ field: 'first_name', value: 'Aasha' }],
    waiting: ['last_name'],
  })
})
