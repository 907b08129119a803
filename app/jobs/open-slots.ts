import { type HealthState, healthOf } from '~/services/health'
import type { Line } from './lines'

/**
 * Slots of a line by the health of its service. A slow mail server gets fewer mails at once. While a service is left
 * alone after several failures (`resting`), a mail server gets only mails that users of approved schools wait for, one
 * at a time, and a payment provider gets no jobs.
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
