import { flag, number, selectRows } from '~/database/database.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { endDues } from './cancel-dues.server'
import type { OfflineMethod } from './options'
import { type RefundRefusal, type RequestRefund, requestRefundStep } from './refunds.server'
import { Payment } from './tables.server'

/** Settled, and not gone back or on its way back. */
const holds = "IF(l.amount_paise > 0, l.state = 'settled', l.state <> 'void')"

const holding = {
  dueId: number('l.due_id'),
  ...columnsOf(Payment, 'p', 'publicId'),
  isOnline: flag("p.method = 'online'"),
  amountPaise: number('CAST(SUM(l.amount_paise) AS SIGNED)'),
}

function holdingOf({ schoolId }: SchoolScope, dueIds: readonly number[]) {
  return selectRows(
    holding,
    `FROM payment_lines l JOIN payments p ON p.id = l.payment_id AND p.state IN ('paid','part_refunded')
     WHERE l.school_id = :schoolId AND l.due_id IN (:dueIds) AND ${holds}
     GROUP BY l.due_id, p.id, p.public_id, p.method HAVING SUM(l.amount_paise) > 0 ORDER BY p.id`,
    { schoolId, dueIds },
  )
}

/** The payments that hold money for a due now, and how much (settled, less what went back or is on its way back), the oldest first. */
export const paymentsOfDue = (scope: SchoolScope, dueId: number) => holdingOf(scope, [dueId])

/** The same for several dues at once, summed up: what each holds, and whether some of that was taken by the office. */
async function heldByDues(scope: SchoolScope, dueIds: readonly number[]) {
  const held = new Map<number, { heldPaise: number; hasOfficeMoney: boolean }>()
  if (dueIds.length === 0) return held
  for (const { dueId, amountPaise, isOnline } of await holdingOf(scope, dueIds)) {
    const before = held.get(dueId) ?? { heldPaise: 0, hasOfficeMoney: false }
    const hasOfficeMoney = before.hasOfficeMoney || !isOnline
    held.set(dueId, { heldPaise: before.heldPaise + amountPaise, hasOfficeMoney })
  }
  return held
}

/**
 * A step: what was paid for a due goes back the way it came, all of it or `amountPaise` (the oldest payments first), and what the office
 * took is handed out as said. The due is owed again unless the caller cancels it in this transaction. Answers how much goes back, in
 * paise. `key` names the act: done again for the same payments it has one effect. Refuses `too-much` when the due holds less, and as
 * `requestRefund` does; the caller then throws its transaction away.
 */
export async function giveBackDue(
  scope: SchoolScope,
  due: { id: number; publicId: string },
  how: Pick<RequestRefund, 'reason' | 'givenBy' | 'givenReference'> & { key: string; amountPaise?: number },
) {
  const { reason, givenBy, givenReference, key, amountPaise: wantedPaise = Number.POSITIVE_INFINITY } = how
  let givenPaise = 0
  for (const payment of await paymentsOfDue(scope, due.id)) {
    const amountPaise = Math.min(payment.amountPaise, wantedPaise - givenPaise)
    if (amountPaise === 0) break
    const requested = await requestRefundStep(scope, {
      paymentId: payment.publicId,
      from: { dueId: due.publicId },
      amountPaise,
      reason,
      givenBy,
      givenReference,
      formKey: `${key}-${payment.publicId}`,
    })
    if (!requested.ok) return requested
    givenPaise += amountPaise
  }
  return how.amountPaise === undefined || givenPaise === how.amountPaise ? done(givenPaise) : refused('too-much')
}

/** A due of something that is over: a place in a hostel, a seat in a bus. */
export interface DueOfThePast {
  dueId: number
  duePublicId: string
  name: string
  title: string
  state: 'open' | 'cancelled'
  amountPaise: number
  paidPaise: number
  /** What it holds usually goes back. */
  goesBack: boolean
  /** The deposit: what is still owed of the others lowers what usually goes back of it. */
  isDeposit: boolean
}

/** What of a due is still to be paid, in paise. */
function restOf({ state, amountPaise, paidPaise }: DueOfThePast): number {
  return state === 'open' ? amountPaise - paidPaise : 0
}

/**
 * What the school holds of something that is over, due by due; those that hold nothing are left out. Besides: what was used and not paid,
 * and by how much the suggestion for the deposit is lower therefore, in paise.
 */
export async function heldOfDues(scope: SchoolScope, dues: readonly DueOfThePast[]) {
  const ids = dues.map((due) => due.dueId)
  const holding = await heldByDues(scope, ids)
  const owedPaise = dues.reduce((sum, due) => sum + restOf(due), 0)
  let loweredPaise = 0
  const held = dues.flatMap((due) => {
    const money = holding.get(due.dueId)
    if (!money) return []
    const { duePublicId, name, title } = due
    let suggestedPaise = due.goesBack ? money.heldPaise : 0
    if (due.isDeposit) {
      loweredPaise = Math.min(owedPaise, suggestedPaise)
      suggestedPaise -= loweredPaise
    }
    // The rest of it that is still owed: nothing of such a due goes back.
    return [{ duePublicId, name, title, ...money, suggestedPaise, owedPaise: restOf(due) }]
  })
  return { held, owedPaise, loweredPaise }
}

export type HeldMoney = Awaited<ReturnType<typeof heldOfDues>>
export type HeldDue = HeldMoney['held'][number]

export interface RefundDecision {
  /** What goes back of each due, in paise; what is not named stays. */
  amounts: ReadonlyArray<{ duePublicId: string; amountPaise: number }>
  /** Told to the student: what was deducted and why. */
  remarks: string | null
  /** How money that the office took is handed back. */
  givenBy: OfflineMethod | null
  givenReference: string | null
}

export type GiveBackRefusal = 'say-how' | 'say-why' | 'rest-owed' | 'link-open' | RefundRefusal

/**
 * A step of a refund decision: gives back what was decided of each due, which is owed no longer. Online
 * money goes back through the provider, money of the office has been handed out as said. Answers what goes back and what is kept of
 * what usually would, in paise. `keyOf` makes the once-only key of a due's refund.
 *
 * Refuses `say-why` (less than usual goes back without remarks), `say-how` (office money without a method), `rest-owed` (of what was used
 * and is not paid in full: what is owed of it would be forgiven), `link-open`, and what `requestRefund` refuses.
 */
export async function giveBackHeld<Past extends DueOfThePast>(
  scope: SchoolScope,
  { studentId, dues, what }: { studentId: number; dues: readonly Past[]; what: string },
  decision: RefundDecision,
  keyOf: (due: Past) => string,
): Promise<Outcome<{ givenPaise: number; deductedPaise: number }, GiveBackRefusal>> {
  const wanted = new Map(decision.amounts.map((one) => [one.duePublicId, one.amountPaise]))
  let givenPaise = 0
  let deductedPaise = 0
  for (const due of dues) {
    const amountPaise = wanted.get(due.duePublicId) ?? 0
    if (due.goesBack) deductedPaise += due.paidPaise - amountPaise
    if (amountPaise === 0) continue
    const payments = await paymentsOfDue(scope, due.dueId)
    if (decision.givenBy === null && payments.some((payment) => !payment.isOnline)) return refused('say-how')
    if (!due.goesBack && restOf(due) > 0) return refused('rest-owed')
    // Nothing is owed for what goes back: the thing is over.
    if (!(await endDues(scope, studentId, [due.dueId]))) return refused('link-open')
    const { remarks, givenBy, givenReference } = decision
    // Several dues may have been paid by one payment: each part of it is an act of its own.
    const how = { reason: remarks ?? what, givenBy, givenReference, key: keyOf(due), amountPaise }
    const given = await giveBackDue(scope, { id: due.dueId, publicId: due.duePublicId }, how)
    if (!given.ok) return given
    givenPaise += given.value
  }
  if (deductedPaise > 0 && !decision.remarks) return refused('say-why')
  return done({ givenPaise, deductedPaise })
}
