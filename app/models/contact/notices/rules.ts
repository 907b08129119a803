import type { NoticeState } from './options'

/** State on `today` of a period with both its days included; without a last day (null), it never ends. */
export function stateOn(today: string, from: string, until: string | null): NoticeState {
  if (from > today) return 'coming'
  return until !== null && until < today ? 'over' : 'now'
}

/** Whole seconds from an instant until a day begins in India; 0 once it has begun. */
export function secondsUntil(day: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(`${day}T00:00:00+05:30`) - now.getTime()) / 1000))
}

/** Effect of an edit on a notice's mail: sent to all families (again), left as it is, or cancelled. */
export function mailAfterEdit(notice: { waits: boolean; isHigh: boolean; asked: boolean }): 'begin' | 'leave' | 'drop' {
  if (notice.asked) return 'begin'
  return notice.waits && !notice.isHigh ? 'drop' : 'leave'
}
