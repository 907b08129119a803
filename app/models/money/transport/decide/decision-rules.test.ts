import { expect, it } from 'vitest'
import { type ApplicationStatus, applicationStatuses } from '../options'
import { possibleVerbs } from './decision-rules'

it('offers the actions of each status, and a refund while its decision is pending', () => {
  const today = '2026-11-22'
  const of = (status: ApplicationStatus, startsOn = today) =>
    Object.entries(possibleVerbs({ status, startsOn, refundState: 'none' }, today)).flatMap(([verb, can]) =>
      can ? [verb] : [],
    )
  expect(Object.fromEntries(applicationStatuses.map((status) => [status, of(status)]))).toEqual({
    pending: ['approve', 'reject', 'cancel'],
    approved: ['activate', 'cancel'],
    active: ['activate', 'suspend', 'end'],
    suspended: ['activate', 'end'],
    rejected: [],
    cancelled: [],
  })
  // Travel that has not begun cannot end; the office cancels the assigned seat instead.
  expect(of('active', '2026-11-23')).toEqual(['activate', 'suspend', 'cancel'])
  expect(of('suspended', '2026-11-23')).toEqual(['activate', 'cancel'])
  const over = { status: 'cancelled', startsOn: today, refundState: 'open' } as const
  expect(possibleVerbs(over, today)).toMatchObject({ refund: true, approve: false, cancel: false })
})
