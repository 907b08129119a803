import { expect, it } from 'vitest'
import { possibleVerbs, shownStatusOf } from './decision-rules'

const place = {
  status: 'pending',
  holdsBed: false,
  checkedInOn: null,
  checkedOutOn: null,
  refundState: 'none',
} as const

function verbs(changes: Partial<Parameters<typeof possibleVerbs>[0]>): string[] {
  return Object.entries(possibleVerbs({ ...place, ...changes })).flatMap(([verb, may]) => (may ? verb : []))
}

it('returns the actions of the office at each stage', () => {
  expect(verbs({})).toEqual(['approve', 'reject', 'waitlist', 'cancel'])
  expect(verbs({ status: 'waitlisted' })).toEqual(['approve', 'reject', 'cancel'])
  expect(verbs({ status: 'approved' })).toEqual(['cancel', 'checkIn', 'change'])
  const stay = { status: 'approved', checkedInOn: '2026-06-15' } as const
  expect(verbs(stay)).toEqual(['checkOut', 'change'])
  expect(verbs({ ...stay, checkedOutOn: '2026-11-01', refundState: 'open' })).toEqual(['refund'])
  expect(verbs({ status: 'rejected', refundState: 'open' })).toEqual(['refund'])
  expect(verbs({ status: 'cancelled', refundState: 'decided' })).toEqual([])
})

it('returns separate statuses for an offer and for each part of a stay', () => {
  const statusOf = (changes: Partial<Parameters<typeof shownStatusOf>[0]>) => shownStatusOf({ ...place, ...changes })
  expect(statusOf({})).toBe('pending')
  expect(statusOf({ status: 'waitlisted' })).toBe('waitlisted')
  expect(statusOf({ status: 'waitlisted', holdsBed: true })).toBe('offered')
  expect(statusOf({ status: 'approved' })).toBe('approved')
  expect(statusOf({ status: 'approved', checkedInOn: '2026-06-15' })).toBe('staying')
  expect(statusOf({ status: 'approved', checkedInOn: '2026-06-15', checkedOutOn: '2026-11-01' })).toBe('left')
  expect(statusOf({ status: 'cancelled' })).toBe('cancelled')
})
