import type { NoticeState } from './options'

/** Where something with a first and perhaps a last day stands today; days are YYYY-MM-DD and both are part of it. */
export function stateOn(today: string, from: string, until: string | null): NoticeState {
  if (from > today) return 'coming'
  return until !== null && until < today ? 'over' : 'now'
}

/** Whole seconds from an instant until a day begins in India; 0 once it has begun. */
export function secondsUntil(day: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(`${day}T00:00:00+05:30`) - now.getTime()) / 1000))
}

/** What becomes of the mail of a notice that is edited: written to all families (again), left as it is, or taken back. */
export function mailAfterEdit(notice: { waits: boolean; isHigh: boolean; asked: boolean }): 'begin' | 'leave' | 'drop' {
  if (notice.asked) return 'begin'
  return notice.waits && !notice.isHigh ? 'drop' : 'leave'
}
