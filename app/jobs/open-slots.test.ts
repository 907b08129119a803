import { expect, it, vi } from 'vitest'
import type { JobClass, JobLane } from '~/models/core/outbox/job-kinds'
import type { HealthState } from '~/services/health'
import { lines } from './lines'
import { slotsOf } from './open-slots'

const states = vi.hoisted(() => ({ mail: 'fine', payments: 'fine' }) as Record<string, HealthState>)
vi.mock('~/services/health', () => ({ healthOf: (name: string) => ({ state: states[name] }) }))

function slotsIn(jobClass: JobClass, lane: JobLane): number {
  const line = lines.find((one) => one.class === jobClass && one.lane === lane)
  if (!line) throw new Error('There is no such line')
  return slotsOf(line)
}

const allSlots = () => ({
  waited: slotsIn('waited', 'mail'),
  money: slotsIn('money', 'mail'),
  bulk: slotsIn('bulk', 'mail'),
  unapproved: slotsIn('waited', 'unapproved-mail'),
  checks: slotsIn('money', 'provider'),
  papers: slotsIn('waited', 'work'),
})
const fine = { waited: 4, money: 2, bulk: 3, unapproved: 2, checks: 2, papers: 2 }

it.each<[HealthState, Partial<typeof fine>]>([
  ['fine', {}],
  ['slow', { bulk: 1 }],
  ['resting', { waited: 1, money: 0, bulk: 0, unapproved: 0 }],
  ['trying', { waited: 1, money: 1, bulk: 1, unapproved: 1 }],
])('opens slots for mails by the state of the mail server: %s', (state, changed) => {
  Object.assign(states, { mail: state, payments: 'fine' })
  expect(allSlots()).toEqual({ ...fine, ...changed })
})

it.each<[HealthState, number]>([
  ['fine', 2],
  ['slow', 2],
  ['resting', 0],
  ['trying', 1],
])('opens slots for payment checks by the state of the payment provider: %s', (state, checks) => {
  Object.assign(states, { mail: 'fine', payments: state })
  expect(allSlots()).toEqual({ ...fine, checks })
})
