import { flag, number, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { endDues } from '../cancel-dues.server'
import type { OfflineMethod } from '../payment-methods'
import { type RefundRefusal, type RequestRefund, requestRefundStep } from '../refunds.server'
import { Payment } from '../tables.server'

/** SQL condition: the line counts in the money held. Receipts count once settled, refunds also while in progress. */
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

/**
 * Payments that hold money for a due now, and how much (settled, less refunds done or in progress), the oldest first.
 */
export const paymentsHolding = (scope: SchoolScope, dueId: number) => holdingOf(scope, [dueId])

/** Money held for several dues, by due id: the sum in paise, and whether the office received some of it. */
async function heldByDues(scope: SchoolScope, dueIds: readonly number[]) {
  const moneyByDue = new Map<number, { heldPaise: number; hasOfficeMoney: boolean }>()
  if (dueIds.length === 0) return moneyByDue
  for (const { dueId, amountPaise, isOnline } of await holdingOf(scope, dueIds)) {
    const before = moneyByDue.get(dueId) ?? { heldPaise: 0, hasOfficeMoney: false }
    const hasOfficeMoney = before.hasOfficeMoney || !isOnline
    moneyByDue.set(dueId, { heldPaise: before.heldPaise + amountPaise, hasOfficeMoney })
  }
  return moneyByDue
}

/**
 * Runs in the caller's transaction: refunds a due by the original method, all of it or `amountPaise` (the oldest
 * payments first); office money is paid out as chosen. The due is owed again unless the caller cancels it. Returns the
 * refund in paise; `key` makes it idempotent per payment. Refuses `too-much`, and as `requestRefund`; the caller must
 * then roll back.
 */
export async function refundDue(
  scope: SchoolScope,
  due: { id: number; publicId: string },
  how: Pick<RequestRefund, 'reason' | 'givenBy' | 'givenReference'> & { key: string; amountPaise?: number },
) {
  const { reason, givenBy, givenReference, key, amountPaise: wantedPaise = Number.POSITIVE_INFINITY } = how
  let givenPaise = 0
  for (const payment of await paymentsHolding(scope, due.id)) {
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

/** A due of something that has ended: a hostel bed, a seat in a vehicle. */
export interface DueOfThePast {
  dueId: number
  duePublicId: string
  name: string
  title: string
  state: 'open' | 'cancelled'
  amountPaise: number
  paidPaise: number
  /** True when the money held for this due is refunded by default. */
  goesBack: boolean
  /** The deposit: balances of the other dues reduce its suggested refund. */
  isDeposit: boolean
}

/** Balance of a due, in paise. */
function restOf({ state, amountPaise, paidPaise }: DueOfThePast): number {
  return state === 'open' ? amountPaise - paidPaise : 0
}

/**
 * Money that the school holds for something that has ended, due by due; leaves out dues without money. Also returns the
 * unpaid balance in paise, and by how much it reduces the suggested refund of the deposit.
 */
export async function heldMoneyOfDues(scope: SchoolScope, dues: readonly DueOfThePast[]) {
  const ids = dues.map((due) => due.dueId)
  const holding = await heldByDues(scope, ids)
  const owedPaise = dues.reduce((sum, due) => sum + restOf(due), 0)
  let loweredPaise = 0
  const refundableDues = dues.flatMap((due) => {
    const money = holding.get(due.dueId)
    if (!money) return []
    const { duePublicId, name, title } = due
    let suggestedPaise = due.goesBack ? money.heldPaise : 0
    if (due.isDeposit) {
      loweredPaise = Math.min(owedPaise, suggestedPaise)
      suggestedPaise -= loweredPaise
    }
    // Includes `owedPaise`, because a due with a balance must not be refunded.
    return [{ duePublicId, name, title, ...money, suggestedPaise, owedPaise: restOf(due) }]
  })
  return { held: refundableDues, owedPaise, loweredPaise }
}

export type HeldMoney = Awaited<ReturnType<typeof heldMoneyOfDues>>
export type HeldDue = HeldMoney['held'][number]

export interface RefundDecision {
  /** Refund of each due, in paise; the school keeps the money of unlisted dues. */
  amounts: ReadonlyArray<{ duePublicId: string; amountPaise: number }>
  /** Shown to the student: deductions and their reasons. */
  remarks: string | null
  /** Method by which the office returns its own money. */
  givenBy: OfflineMethod | null
  givenReference: string | null
}

export type GiveBackRefusal = 'say-how' | 'say-why' | 'rest-owed' | 'link-open' | RefundRefusal

/**
 * Runs in the caller's transaction on a refund decision: refunds each due as decided and cancels it. Returns the paise
 * refunded, and the paise deducted from the usual refund. `keyOf` makes the idempotency key of a due's refund. Refuses
 * `say-why` (a deduction without remarks), `say-how` (office money without a method), `rest-owed` (something used and
 * not fully paid: a refund would forgive its balance), `link-open`, and as `requestRefund`.
 */
export async function refundHeldDues<Past extends DueOfThePast>(
  scope: SchoolScope,
  { studentId, dues, what }: { studentId: number; dues: readonly Past[]; what: string },
  decision: RefundDecision,
  keyOf: (due: Past) => string,
): Promise<Outcome<{ givenPaise: number; deductedPaise: number }, GiveBackRefusal>> {
  const amountByDue = new Map(decision.amounts.map((one) => [one.duePublicId, one.amountPaise]))
  let givenPaise = 0
  let deductedPaise = 0
  for (const due of dues) {
    const amountPaise = amountByDue.get(due.duePublicId) ?? 0
    if (due.goesBack) deductedPaise += due.paidPaise - amountPaise
    if (amountPaise === 0) continue
    const payments = await paymentsHolding(scope, due.dueId)
    if (decision.givenBy === null && payments.some((payment) => !payment.isOnline)) return refused('say-how')
    if (!due.goesBack && restOf(due) > 0) return refused('rest-owed')
    // Ends the due, as nothing is owed once it is refunded.
    if (!(await endDues(scope, studentId, [due.dueId]))) return refused('link-open')
    const { remarks, givenBy, givenReference } = decision
    // One payment may have paid several dues: each part is a separate refund.
    const how = { reason: remarks ?? what, givenBy, givenReference, key: keyOf(due), amountPaise }
    const refund = await refundDue(scope, { id: due.dueId, publicId: due.duePublicId }, how)
    if (!refund.ok) return refund
    givenPaise += refund.value
  }
  if (deductedPaise > 0 && !decision.remarks) return refused('say-why')
  return done({ givenPaise, deductedPaise })
}
