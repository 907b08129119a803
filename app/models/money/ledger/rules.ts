import { todayInIndia } from '~/models/core/shared/calendar'
import { splitPaise } from '~/models/core/shared/money'
import type { lineKinds, PaymentState } from './options'

export interface DueAmounts {
  amountPaise: number
  concessionPaise: number
  finePaise: number
  paidPaise: number
}

export type DueStatus = 'paid' | 'due' | 'overdue'

export function owedPaise(due: Omit<DueAmounts, 'paidPaise'>): number {
  return due.amountPaise - due.concessionPaise + due.finePaise
}

export function dueBalance(due: DueAmounts): number {
  return owedPaise(due) - due.paidPaise
}

export function isSettled(due: DueAmounts): boolean {
  return dueBalance(due) <= 0
}

/**
 * A due is overdue from the day after `lateAfter`: its due date, or the day on which the student joined the class if
 * later. Both days are `YYYY-MM-DD`, `today` the day in India.
 */
export function dueStatus(due: DueAmounts & { lateAfter: string }, today: string): DueStatus {
  if (isSettled(due)) return 'paid'
  return due.lateAfter < today ? 'overdue' : 'due'
}

/**
 * Distributes money to dues in their order. Each gets at most its requested amount, and never more than its balance.
 * The rest is excess: money captured for a due that was already settled.
 */
export function allocate(
  amountPaise: number,
  lines: ReadonlyArray<{ askedPaise: number; balancePaise: number }>,
): { givenPaise: number[]; excessPaise: number } {
  let left = amountPaise
  const givenPaise = lines.map(({ askedPaise, balancePaise }) => {
    const partPaise = Math.max(0, Math.min(askedPaise, balancePaise, left))
    left -= partPaise
    return partPaise
  })
  return { givenPaise, excessPaise: left }
}

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
 * Splits a payment of `paidPaise` for a due into fee heads (tuition separately), concession and fine. Heads −
 * concession + fine equals the paid amount to the paisa. A payment of the whole due shows the due's own figures.
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
  // Splits in the ratio of the fine to the rest of the due, so that both shares sum to the paid amount.
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
 * Splits a payment of `paidPaise` for a due over its fee heads, net of concession, and the late fine (name null). The
 * shares follow the due as it is now, which a concession may have reduced below the paid amount; together they equal
 * the paid amount.
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

export function receiptNumber(financialYear: string, number: number): string {
  return `${financialYear}/${String(number).padStart(6, '0')}`
}

/** Transaction id of money without a provider's number; it contains the receipt's number, which makes it unique. */
export function offlineTransactionId(financialYear: string, number: number): string {
  return `OFF-${financialYear}-${String(number).padStart(6, '0')}`
}

/**
 * Reason for checking a payment: `open` may be paid at any moment; `closed` (link cancelled or expired) and `paid` may
 * still get a late or second capture.
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
 * Seconds until the next check with the provider, after `checks` checks in this phase; null after the last one. An open
 * payment is checked until it closes, eventually every ten minutes.
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
 * Refundable parts of a payment's lines: the excess first, then the dues. A refund in progress (an open negative line)
 * counts as refunded.
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

/** Takes an amount out of the parts in their order; null when they hold less. */
export function takeRefund(parts: readonly RefundablePart[], amountPaise: number): RefundablePart[] | null {
  let left = amountPaise
  const takes: RefundablePart[] = []
  for (const part of parts) {
    const partPaise = Math.min(part.amountPaise, left)
    if (partPaise > 0) takes.push({ dueId: part.dueId, amountPaise: partPaise })
    left -= partPaise
  }
  return left === 0 ? takes : null
}

/** Time at which the office's money of a day counts as received: now for today, noon in India for an earlier day. */
export function paidInstant(paidOn: string, now: Date): Date {
  return paidOn === todayInIndia(now) ? now : new Date(`${paidOn}T12:00:00+05:30`)
}

/** First and last day of a day book, both included: by default today in India. The first is never after the last. */
export function daysOf({ from: first, to: last }: { from?: string; to?: string }): { from: string; to: string } {
  const from = first || last || todayInIndia(new Date())
  return { from, to: [from, last || from].sort().at(-1) ?? from }
}
