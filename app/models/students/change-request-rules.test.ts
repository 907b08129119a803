import { expect, it } from 'vitest'
import { requestsOf } from './change-request-rules'

const stored = { first_name: 'Asha', last_name: 'Patel', category: 'General', father_name: null }

it('asks for what differs from what stands, and for nothing else', () => {
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

it('asks once for the same, and for nothing new while a wish of the field waits', () => {
  const pending = { last_name: 'Shah' }
  expect(requestsOf(stored, { last_name: 'Shah' }, pending)).toEqual({ ask: [], waiting: [] })
  expect(requestsOf(stored, { last_name: 'Patel' }, pending)).toEqual({ ask: [], waiting: [] })
  expect(requestsOf(stored, { last_name: 'Desai', first_name: 'Aasha' }, pending)).toEqual({
    ask: [{ field: 'first_name', value: 'Aasha' }],
    waiting: ['last_name'],
  })
})
