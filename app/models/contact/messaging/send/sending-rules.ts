import { clockInIndia } from '~/models/core/shared/calendar'
import { type FamilyChannel, familyChannels, type MessageState } from '../options'

type Quiet = { quietFrom: number; quietTo: number }

/**
 * Remaining seconds of the school's quiet hours; 0 outside of them. `quietFrom` and `quietTo` are minutes after
 * midnight in India.
 */
export function quietSeconds({ quietFrom, quietTo }: Quiet, now: Date): number {
  const [hours = 0, minutes = 0] = clockInIndia(now).split(':').map(Number)
  const minute = hours * 60 + minutes
  const isQuiet =
    quietFrom > quietTo ? minute >= quietFrom || minute < quietTo : minute >= quietFrom && minute < quietTo
  if (!isQuiet) return 0
  return ((quietTo - minute + 24 * 60) % (24 * 60)) * 60 - now.getUTCSeconds()
}

export function channelOrder(first: FamilyChannel): FamilyChannel[] {
  return [first, ...familyChannels.filter((channel) => channel !== first)]
}

const ranks: Partial<Record<MessageState, number>> = { sent: 1, delivered: 2, read: 3 }

/**
 * Returns true when a report changes the known state: reports arrive twice, late and in any order, so an earlier state
 * never replaces a later one, and a delivered message does not fail.
 */
export function isNews(currentState: MessageState, reported: 'sent' | 'delivered' | 'read' | 'failed'): boolean {
  if (reported === 'failed') return (ranks[currentState] ?? 0) < 2 && currentState !== 'failed'
  return (ranks[currentState] ?? 0) < (ranks[reported] ?? 0)
}

type MessageOutcome = { state: MessageState; reason: string | null; mayHaveCome: boolean }

/**
 * Summarises one family's messages about one matter, for the sender. `isOpen`: a message may be sent, because no
 * earlier one can have arrived. `mayHaveCome`: a provider accepted an attempt, or may have.
 */
export function messageSummary(messages: readonly MessageOutcome[]): { why: string | null; isOpen: boolean } {
  if (messages.length === 0) return { why: null, isOpen: true }
  const closed = (why: string) => ({ why, isOpen: false })
  const one = (...states: MessageState[]) => messages.find(({ state }) => states.includes(state))
  if (one('sent', 'delivered', 'read')) return closed('notified')
  if (one('waiting', 'sending')) return closed('being notified')
  const heldMessage = one('held')
  if (heldMessage) return closed(`waits: ${heldMessage.reason ?? ''}`)
  if (one('unsure') || messages.some(({ mayHaveCome }) => mayHaveCome)) return closed('delivery not confirmed')
  const reasons = new Set(messages.flatMap(({ reason }) => reason ?? []))
  return { why: `not notified: ${[...reasons].join('; ')}`, isOpen: true }
}

/** Reason for skipping a guardian who has switched the event off. */
export const mutedReason = 'Has opted out of these messages'

/** Reason for holding a message at night; it is sent in the morning automatically. */
export const quietHours = 'Quiet hours'
