import { daysBetween } from '~/models/core/shared/calendar'
import { type DueAmounts, dueBalance, dueStatus } from './rules'

export const fineKinds = ['none', 'flat', 'per_day', 'slabs'] as const
export type FineKind = (typeof fineKinds)[number]

/** Total fine from this day of lateness on (1 is the first day after the grace days). */
export interface FineSlab {
  fromDay: number
  amountPaise: number
}

/** Fine rule for late payment of a due; null for no fine. */
export interface FineRule {
  kind: Exclude<FineKind, 'none'>
  /** Once for `flat`, per day for `per_day`, 0 for `slabs`. */
  amountPaise: number
  /** Days after the due date without a fine; a fine counts only the days after these. */
  graceDays: number
  /** Maximum fine; null: unlimited. */
  capPaise: number | null
  slabs: readonly FineSlab[]
}

/** Late fine on a day in India, in paise; never less than on the day before. Days are `YYYY-MM-DD`. */
export function fineOn(rule: FineRule | null, dueOn: string, today: string): number {
  if (!rule) return 0
  const daysLate = daysBetween(dueOn, today) - rule.graceDays
  if (daysLate <= 0) return 0
  const fine = grownFine(rule, daysLate)
  return rule.capPaise === null ? fine : Math.min(fine, rule.capPaise)
}

function grownFine(rule: FineRule, daysLate: number): number {
  if (rule.kind === 'flat') return rule.amountPaise
  if (rule.kind === 'per_day') return rule.amountPaise * daysLate
  return rule.slabs.reduce((fine, slab) => (slab.fromDay <= daysLate ? Math.max(fine, slab.amountPaise) : fine), 0)
}

/** Amounts of a due, with what is needed to compute its late fine on any day. Days are `YYYY-MM-DD`, in India. */
export interface FinedDue extends DueAmounts {
  dueOn: string
  /** Last day on which a payment is not late: the due is overdue from the next day on. */
  lateAfter: string
  /**
   * Rule of a fine that still grows: day on which the due was created, a space, and `fineRuleText`. Null when the due
   * has no rule, the fine is waived, or a payment is in progress.
   */
  runningFine: string | null
}

/**
 * Fine of a due as of today, counted from the later of `lateAfter` and the day the due was created: no family is late
 * with a due that did not exist yet. The fine stops growing once all but the fine is paid.
 */
export function fineToday(due: FinedDue, today: string): number {
  if (due.runningFine === null || due.paidPaise >= due.amountPaise - due.concessionPaise) return due.finePaise
  const { createdOn, rule } = readRunningFine(due.runningFine)
  if (createdOn > due.lateAfter) return fineOn(rule, createdOn, today)
  return fineOn(rule, due.lateAfter, today)
}

/** Splits the `runningFine` of a due into the day and the rule. */
function readRunningFine(runningFine: string) {
  const [createdOn = '', ruleText = ''] = runningFine.split(' ')
  return { createdOn, rule: readFineRule(ruleText) }
}

/**
 * A due as of today. Computes today's fine, because the stored fine is older until the worker has run after midnight.
 */
export function dueToday<Row extends FinedDue>(row: Row, today: string) {
  const { runningFine: _rule, ...stored } = row
  const due = { ...stored, finePaise: fineToday(row, today) }
  return { ...due, balancePaise: dueBalance(due), status: dueStatus(due, today) }
}

/**
 * Amounts requested and paid for a due as of today; for a cancelled due, the paid amount counts as the amount
 * requested.
 */
export function amountsToday(row: FinedDue & { state: 'open' | 'cancelled' }, today: string): DueAmounts {
  const { amountPaise, concessionPaise, finePaise, paidPaise } = dueToday(row, today)
  if (row.state === 'cancelled') return { amountPaise: paidPaise, concessionPaise: 0, finePaise: 0, paidPaise }
  return { amountPaise, concessionPaise, finePaise, paidPaise }
}

/**
 * Fine of a due on an earlier day, for money that arrived then: the day of payment counts, not the day of entry. Never
 * less than the part of the fine already paid.
 */
export function fineOfDay(due: FinedDue, day: string): number {
  return Math.max(fineToday(due, day), due.paidPaise - (due.amountPaise - due.concessionPaise))
}

/** Returns true when a payment of `paise` covers all of a due but its fine, which then stops growing. */
export function coversAllButFine(due: DueAmounts, paise: number): boolean {
  return due.paidPaise + paise >= due.amountPaise - due.concessionPaise
}

/** A rule as stored in the database: `per_day|1000|5|50000|` or `slabs|0|5||1=5000,11=10000`. */
export function fineRuleText(rule: FineRule | null): string | null {
  if (!rule) return null
  const slabs = rule.slabs.map((slab) => `${slab.fromDay}=${slab.amountPaise}`).join(',')
  return [rule.kind, rule.amountPaise, rule.graceDays, rule.capPaise ?? '', slabs].join('|')
}

/** @throws RangeError when the kind is unknown, which cannot happen with a text of `fineRuleText` */
export function readFineRule(text: string | null): FineRule | null {
  if (text === null) return null
  const [kind, amount, grace, cap, slabs] = text.split('|')
  if (kind !== 'flat' && kind !== 'per_day' && kind !== 'slabs') throw new RangeError('Not a fine rule')
  return {
    kind,
    amountPaise: Number(amount),
    graceDays: Number(grace),
    capPaise: cap ? Number(cap) : null,
    slabs: (slabs ? slabs.split(',') : []).map((slab) => {
      const [fromDay, amountPaise] = slab.split('=')
      return { fromDay: Number(fromDay), amountPaise: Number(amountPaise) }
    }),
  }
}
