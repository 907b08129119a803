import { clockInIndia } from '~/models/shared/calendar'
import { type FamilyChannel, familyChannels, type MessageState } from './options'

type Quiet = { quietFrom: number; quietTo: number }

/** How long the school is quiet yet, in seconds; 0 outside of its quiet hours. `quietFrom` and `quietTo` are minutes after midnight in India. */
export function quietSeconds({ quietFrom, quietTo }: Quiet, now: Date): number {
  const [hours = 0, minutes = 0] = clockInIndia(now).split(':').map(Number)
  const minute = hours * 60 + minutes
  const isQuiet =
    quietFrom > quietTo ? minute >= quietFrom || minute < quietTo : minute >= quietFrom && minute < quietTo
  if (!isQuiet) return 0
  return ((quietTo - minute + 24 * 60) % (24 * 60)) * 60 - now.getUTCSeconds()
}

/** The order in which a family's channels are tried: the one that was chosen first, then as they reach most. */
export function channelOrder(first: FamilyChannel): FamilyChannel[] {
  return [first, ...familyChannels.filter((channel) => channel !== first)]
}

const ranks: Partial<Record<MessageState, number>> = { sent: 1, delivered: 2, read: 3 }

/**
 * Whether a report changes what is known: reports come twice, late and in any order, so a later state is never taken back by an earlier one,
 * and what was delivered has not failed.
 */
export function isNews(known: MessageState, reported: 'sent' | 'delivered' | 'read' | 'failed'): boolean {
  if (reported === 'failed') return (ranks[known] ?? 0) < 2 && known !== 'failed'
  return (ranks[known] ?? 0) < (ranks[reported] ?? 0)
}

type Told = { state: MessageState; reason: string | null; mayHaveCome: boolean }

/**
 * What became of the messages about one thing to one family, in words for who told it, and whether it may be told (again): where nobody was told,
 * or nothing of it can have come. `mayHaveCome`: a try of it was taken by a provider, or may have been.
 */
export function toldWords(messages: readonly Told[]): { why: string | null; isOpen: boolean } {
  if (messages.length === 0) return { why: null, isOpen: true }
  const closed = (why: string) => ({ why, isOpen: false })
  const one = (...states: MessageState[]) => messages.find(({ state }) => states.includes(state))
  if (one('sent', 'delivered', 'read')) return closed('told')
  if (one('waiting', 'sending')) return closed('being told')
  const held = one('held')
  if (held) return closed(`waits: ${held.reason ?? ''}`)
  if (one('unsure') || messages.some(({ mayHaveCome }) => mayHaveCome)) return closed('not known whether told')
  const reasons = new Set(messages.flatMap(({ reason }) => reason ?? []))
  return { why: `not told: ${[...reasons].join('; ')}`, isOpen: true }
}

/** Why a message is not sent to a guardian who has switched its event off. */
export const mutedReason = 'Does not want to be told of this'

/** Why a message is held at night; it goes in the morning without anybody's doing. */
export const quietHours = 'Quiet hours'
