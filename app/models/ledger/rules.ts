import { todayInIndia } from '~/models/shared/calendar'
import { splitPaise } from '~/models/shared/money'
import type { lineKinds, PaymentState } from './options'

/** The four figures of a due, in paise. */
export interface DueAmounts {
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
}

export type DueStatus = 'paid' | 'due' | 'overdue'

/** What has to be paid for the due in all: amount − concession + fine. */
export function owedPaise(due: Omit<DueAmounts, 'paidPaise'>): number {
  return due.amountPaise - due.concessionPaise + due.finePaise
}

/** What is still to be paid. */
export function dueBalance(due: DueAmounts): number {
  return owedPaise(due) - due.paidPaise
}

export function isSettled(due: DueAmounts): boolean {
  return dueBalance(due) <= 0
}

/**
 * A due is overdue from the day after `lateFrom`: its due date, or the day on which the student joined the class, where that is later. Both
 * days are `YYYY-MM-DD`, `today` the day in India.
 */
export function dueStatus(due: DueAmounts & { lateFrom: string }, today: string): DueStatus {
  if (isSettled(due)) return 'paid'
  return due.lateFrom < today ? 'overdue' : 'due'
}

/**
 * Gives money to dues in their order, to each what its line asked for and at most what is still owed. What nobody
 * takes is excess: it was captured for something settled meanwhile.
 */
export function allocate(
  amountPaise: number,
  lines: ReadonlyArray<{ askedPaise: number; balancePaise: number }>,
): { givenPaise: number[]; excessPaise: number } {
  let left = amountPaise
  const givenPaise = lines.map(({ askedPaise, balancePaise }) => {
    const given = Math.max(0, Math.min(askedPaise, balancePaise, left))
    left -= given
    return given
  })
  return { givenPaise, excessPaise: left }
}

/** The state of a payment that has captured money, by how much of it went back. */
export function stateOfCaptured(capturedPaise: number, refundedPaise: number): PaymentState {
  if (refundedPaise === 0) return 'paid'
  return refundedPaise < capturedPaise ? 'part_refunded' : 'refunded'
}

export interface DuePart {
  name: string
  amountPaise: number
}

export interface PaidShare {
  parts: DuePart[]
  concessionPaise: number
  finePaise: number
}

/**
 * What a payment of `paidPaise` for a due was for: the heads of the fee (tuition on its own), less its share of the
 * concession, plus its share of the fine. Parts − concession + fine is the amount paid, to the paisa; a payment of
 * the whole due shows the due's own figures.
 */
export function shareOfDue(
  due: Omit<DueAmounts, 'paidPaise'> & { name: string; parts: readonly DuePart[] },
  paidPaise: number,
): PaidShare {
  const owed = owedPaise(due)
  const parts = due.parts.length > 0 ? due.parts : [{ name: due.name, amountPaise: due.amountPaise }]
  if (paidPaise === owed) {
    return { parts: [...parts], concessionPaise: due.concessionPaise, finePaise: due.finePaise }
  }
  // With weights fine and the rest, the share of each is rounded once and the two sum to what was paid.
  const [finePaise = 0, net = 0] = splitPaise(paidPaise, [due.finePaise, owed - due.finePaise])
  const [concessionPaise = 0] = net === 0 ? [0] : splitPaise(due.concessionPaise, [net, owed - due.finePaise - net])
  const amounts = splitPaise(
    net + concessionPaise,
    parts.map((part) => part.amountPaise),
  )
  return {
    parts: parts.map((part, index) => ({ name: part.name, amountPaise: amounts[index] ?? 0 })),
    concessionPaise,
    finePaise,
  }
}

/**
 * How much of a payment of `paidPaise` for a due went to each of its heads, the concession taken off, and to the late fine (null). The sums
 * are those of the due as it is now, which a concession may have made smaller than what was once paid; together they are what was paid.
 */
export function headsOf(
  due: Omit<DueAmounts, 'paidPaise'> & { parts: readonly DuePart[] },
  paidPaise: number,
): Array<{ name: string | null; amountPaise: number }> {
  const net = owedPaise(due) - due.finePaise
  const [finePaise = 0, restPaise = 0] = splitPaise(paidPaise, net > 0 ? [due.finePaise, net] : [0, 1])
  const amounts = splitPaise(
    restPaise,
    due.parts.map((part) => part.amountPaise),
  )
  const heads = due.parts.map(({ name }, index) => ({ name, amountPaise: amounts[index] ?? 0 }))
  return [...heads, { name: null, amountPaise: finePaise }].filter((head) => head.amountPaise > 0)
}

/** `2026-27/000123`: as it is printed on the receipt. */
export function receiptNumber(financialYear: string, number: number): string {
  return `${financialYear}/${String(number).padStart(6, '0')}`
}

/** The transaction id of money that no provider numbered; unique in the school since the receipt's number is. */
export function offlineTransactionId(financialYear: string, number: number): string {
  return `OFF-${financialYear}-${String(number).padStart(6, '0')}`
}

/**
 * Why the reconciler still looks at a payment: `open` may be paid at any moment; `closed` (link cancelled or expired)
 * and `paid` may still see a late or second capture.
 */
export type CheckPhase = 'open' | 'closed' | 'paid'

const minute = 60
const hour = 60 * minute
const delays: Record<CheckPhase, readonly number[]> = {
  open: [2, 5, 10, 30, minute, 2 * minute, 5 * minute, 10 * minute],
  closed: [10 * minute, hour, 6 * hour, 24 * hour, 72 * hour],
  paid: [10 * minute, hour, 24 * hour],
}

/**
 * Seconds until the provider is asked again, after `checks` checks in this phase; null when it has been asked often
 * enough. An open payment is asked for as long as it is open, every ten minutes in the end.
 */
export function nextCheckDelay(phase: CheckPhase, checks: number): number | null {
  const steps = delays[phase]
  const step = steps[checks]
  if (step !== undefined) return step
  return phase === 'open' ? (steps.at(-1) ?? null) : null
}

interface LedgerLine {
  kind: (typeof lineKinds)[number]
  state: 'open' | 'settled' | 'void'
  dueId: number | null
  amountPaise: number
}

export interface RefundablePart {
  /** Null: the excess. */
  dueId: number | null
  amountPaise: number
}

/**
 * What of a payment's lines may still be refunded: the excess first, then the dues. A refund under way (an open negative line)
 * counts as gone.
 */
export function refundableParts(lines: readonly LedgerLine[]): RefundablePart[] {
  const left = new Map<number | null, number>()
  for (const line of lines) {
    const counts = line.amountPaise > 0 ? line.state === 'settled' : line.state !== 'void'
    if (counts) left.set(line.dueId, (left.get(line.dueId) ?? 0) + line.amountPaise)
  }
  return [...left]
    .filter(([, amountPaise]) => amountPaise > 0)
    .map(([dueId, amountPaise]) => ({ dueId, amountPaise }))
    .sort((a, b) => (a.dueId === null ? -1 : b.dueId === null ? 1 : 0))
}

/** Takes an amount out of the parts in their order; null when they do not hold that much. */
export function takeRefund(parts: readonly RefundablePart[], amountPaise: number): RefundablePart[] | null {
  let left = amountPaise
  const takes: RefundablePart[] = []
  for (const part of parts) {
    const taken = Math.min(part.amountPaise, left)
    if (taken > 0) takes.push({ dueId: part.dueId, amountPaise: taken })
    left -= taken
  }
  return left === 0 ? takes : null
}

/** When money came that the office books for a day: now for today, noon in India for an earlier day. */
export function paidInstant(paidOn: string, now: Date): Date {
  return paidOn === todayInIndia(now) ? now : new Date(`${paidOn}T12:00:00+05:30`)
}

/** Which days of India a day book is asked for, both included: today, unless others are chosen. The first never comes after the last. */
export function daysOf({ from: first, to: last }: { from?: string; to?: string }): { from: string; to: string } {
  const from = first || last || todayInIndia(new Date())
  return { from, to: [from, last || from].sort().at(-1) ?? from }
}
