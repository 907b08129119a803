import { expect, it } from 'vitest'
import { possibleVerbs, rideTimes } from './office-rules'
import { type ApplicationStatus, applicationStatuses } from './options'

it('offers with each status what can be done then, and a refund while it is open', () => {
  const of = (status: ApplicationStatus) =>
    Object.entries(possibleVerbs({ status, refundState: 'none' })).flatMap(([verb, can]) => (can ? [verb] : []))
  expect(Object.fromEntries(applicationStatuses.map((status) => [status, of(status)]))).toEqual({
    pending: ['approve', 'reject', 'cancel'],
    approved: ['activate', 'cancel'],
    active: ['activate', 'suspend', 'end'],
    suspended: ['activate', 'end'],
    rejected: [],
    cancelled: [],
  })
  expect(possibleVerbs({ status: 'cancelled', refundState: 'open' })).toMatchObject({ refund: true, approve: false })
})

it('takes the typed time, else the stop’s, else the run’s', () => {
  const none = { pickupMinute: null, dropMinute: null }
  const run = { departureMinute: 400, returnMinute: null }
  expect(rideTimes({ pickupMinute: 420, dropMinute: null }, { pickupMinute: 425, dropMinute: 850 }, run)).toEqual({
    pickupMinute: 420,
    dropMinute: 850,
  })
  expect(rideTimes(none, none, run)).toEqual({ pickupMinute: 400, dropMinute: null })
  expect(rideTimes(none, none, null)).toEqual(none)
})
