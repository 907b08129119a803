import { type HealthState, healthOf } from '~/services/health'
import type { Line } from './lines'

/**
 * Returns how many jobs of a line (the queue of one class and lane) a worker may run at once, by the health of the
 * service that they use. A slow mail server gets bulk mails one at a time. While a service rests after several failures
 * (`resting`), a mail server gets only mails that users of approved schools wait for, one at a time, and a payment
 * provider gets no jobs.
 */
export function slotsOf(line: Line): number {
  if (line.lane === 'mail' || line.lane === 'unapproved-mail') return mailSlots(line, healthOf('mail').state)
  if (line.lane === 'provider') return providerSlots(line, healthOf('payments').state)
  return line.slots
}

function mailSlots(line: Line, state: HealthState): number {
  if (state === 'resting') return line.class === 'waited' && line.lane === 'mail' ? 1 : 0
  if (state === 'trying') return 1
  return state === 'slow' && line.class === 'bulk' ? 1 : line.slots
}

function providerSlots(line: Line, state: HealthState): number {
  if (state === 'resting') return 0
  return state === 'trying' ? 1 : line.slots
}
