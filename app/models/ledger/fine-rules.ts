import { daysBetween } from '~/models/shared/calendar'
import { type DueAmounts, dueBalance, dueStatus } from './rules'

export const fineKinds = ['none', 'flat', 'per_day', 'slabs'] as const
export type FineKind = (typeof fineKinds)[number]

/** From this day of lateness on (1 is the first day after the grace days) the fine is this much in all. */
export interface FineSlab {
  fromDay: number
  amountPaise: number
}

/** How late payment of a due is fined; where there is none the rule is null. */
export interface FineRule {
  kind: Exclude<FineKind, 'none'>
  /** Of `flat` once, of `per_day` for each day; 0 for `slabs`. */
  amountPaise: number
  /** So many days after the due date cost nothing, and are not counted later either. */
  graceDays: number
  /** The fine grows no further than this; null: without end. */
  capPaise: number | null
  slabs: readonly FineSlab[]
}

/** The late fine on a day in India, in paise: never less than on the day before. Days are `YYYY-MM-DD`. */
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

/** A due with the fine that runs for it now: null where there is none, it is waived, or a payment is under way. */
export interface FinedDue extends DueAmounts {
  dueOn: string
  /** The day after which it is overdue. */
  lateFrom: string
  /** The day in India on which the due was raised, a space, and the rule's text. */
  runningFine: string | null
}

/**
 * What the fine of a due is today: counted from the day after which it is overdue, or from the day on which it was raised where that is
 * later, since nobody is late with what is not owed yet. It rests once all but the fine is paid; until then less than the fine can have been paid of it.
 */
export function fineToday(due: FinedDue, today: string): number {
  if (due.runningFine === null || due.paidPaise >= due.amountPaise - due.concessionPaise) return due.finePaise
  const [raisedOn = '', text = ''] = due.runningFine.split(' ')
  const rule = readFineRule(text)
  if (raisedOn > due.lateFrom) return fineOn(rule, raisedOn, today)
  return fineOn(rule, due.lateFrom, today)
}

/** A due as of today: the worker counts fines after midnight, and until it has, whoever reads the due does. */
export function dueToday<Row extends FinedDue>(row: Row, today: string) {
  const { runningFine: _rule, ...stored } = row
  const due = { ...stored, finePaise: fineToday(row, today) }
  return { ...due, balancePaise: dueBalance(due), status: dueStatus(due, today) }
}

/** What is asked for a due as of today, and paid: of one that is cancelled no more than was paid of it. */
export function askedToday(row: FinedDue & { state: 'open' | 'cancelled' }, today: string): DueAmounts {
  const { amountPaise, concessionPaise, finePaise, paidPaise } = dueToday(row, today)
  if (row.state === 'cancelled') return { amountPaise: paidPaise, concessionPaise: 0, finePaise: 0, paidPaise }
  return { amountPaise, concessionPaise, finePaise, paidPaise }
}

/** The fine that a due had on an earlier day, for money that came then: late is who paid late. Never less than was paid of it. */
export function fineOfDay(due: FinedDue, day: string): number {
  return Math.max(fineToday(due, day), due.paidPaise - (due.amountPaise - due.concessionPaise))
}

/** Whether money covers all of a due but its fine: then the fine grows no more. */
export function coversAllButFine(due: DueAmounts, paise: number): boolean {
  return due.paidPaise + paise >= due.amountPaise - due.concessionPaise
}

/** A rule as the database keeps it: `per_day|1000|5|50000|` or `slabs|0|5||1=5000,11=10000`. */
export function fineRuleText(rule: FineRule | null): string | null {
  if (!rule) return null
  const slabs = rule.slabs.map((slab) => `${slab.fromDay}=${slab.amountPaise}`).join(',')
  return [rule.kind, rule.amountPaise, rule.graceDays, rule.capPaise ?? '', slabs].join('|')
}

/** @throws when the text is no rule: only `fineRuleText` writes it */
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
