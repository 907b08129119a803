import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import type { OfflineMethod } from '~/models/ledger/options'
import { recordOfflinePayment } from '~/models/ledger/record-offline-payment.server'
import { type DueAmounts, isSettled } from '~/models/ledger/rules'
import { todayInIndia } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type LockedOrder, lockOrder } from './end-order.server'
import { issueInvoice } from './issue-invoice.server'
import type { OrderState } from './options'
import { orderNumber } from './rules'

export interface HandOver {
  /** Who took the goods. */
  to: string
  /** What is paid across the counter now; null where the order is paid. */
  money: {
    method: OfflineMethod
    /** What the page said is owed, in paise. */
    amountPaise: number
    reference: string | null
    repeatsReference: boolean
    formKey: string
  } | null
}

export interface HandedOver {
  /** Public id of the receipt of what was paid now. */
  receiptId: string | null
}

type Refusal = 'not-found' | 'over' | 'not-packed' | 'unpaid' | 'wrong-amount' | 'reference-used' | 'provider-down'

/**
 * Gives a packed order out. What is owed for it is booked first, by the ledger and with the form's own key; only what is paid leaves
 * the house. Sent again after a break in the middle, the form books nothing twice and hands over what is paid by then; from there on
 * the order has its invoice.
 *
 * Refuses `not-found`, `over` (handed over to somebody else, or cancelled), `not-packed`, `unpaid`, `wrong-amount`, `reference-used`
 * and `provider-down` (an open payment link could not be closed).
 */
export async function handOverOrder(
  scope: SchoolScope,
  publicId: string,
  wish: HandOver,
): Promise<Outcome<HandedOver, Refusal>> {
  const found = await findHandOver(scope, publicId)
  if (!found) return refused('not-found')
  const { order, due } = found
  if (order.state === 'cancelled') return refused('over')
  if (order.state !== 'packed' && order.state !== 'handed_over') return refused('not-packed')
  let receiptId: string | null = null
  if (wish.money && order.state === 'packed') {
    const { formKey, ...money } = wish.money
    const recorded = await recordOfflinePayment(scope, {
      ...money,
      dueIds: [due.publicId],
      remarks: `Order ${orderNumber(order)}`,
      paidOn: todayInIndia(new Date()),
      formKey,
    })
    if (recorded.ok) receiptId = recorded.value.receiptId
    else if (recorded.reason === 'not-found') return refused('over')
    else if (recorded.reason !== 'already-paid') {
      return refused(
        recorded.reason === 'reference-used' || recorded.reason === 'provider-down' ? recorded.reason : 'wrong-amount',
      )
    }
  }
  return inTransaction(async () => {
    const locked = await lockOrder(scope, { publicId })
    if (!locked) return refused('not-found')
    if (locked.state !== 'packed') return sameAsBefore(scope, locked, wish.to, receiptId)
    const fresh = await findHandOver(scope, publicId)
    if (!fresh || !isSettled(fresh.due)) return refused('unpaid')
    await execute(
      `UPDATE orders SET state = 'handed_over', handed_over_at = UTC_TIMESTAMP(3), handed_over_to = :to,
         paid_at = COALESCE(paid_at, UTC_TIMESTAMP(3)), reserved_until = NULL, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: locked.id, to: wish.to },
    )
    await issueInvoice(scope, locked.id)
    await recordAudit(scope, {
      action: 'order.handed-over',
      subject: { kind: 'order', id: locked.id },
      details: { number: orderNumber(locked), to: wish.to },
    })
    return done({ receiptId })
  })
}

/** The same form again is answered as the first time. */
async function sameAsBefore(
  scope: SchoolScope,
  order: LockedOrder,
  to: string,
  receiptId: string | null,
): Promise<Outcome<HandedOver, 'over' | 'not-packed'>> {
  if (order.state !== 'handed_over') return refused(order.state === 'cancelled' ? 'over' : 'not-packed')
  const row = await selectOne<{ to: string | null }>(
    'SELECT handed_over_to AS `to` FROM orders WHERE school_id = :schoolId AND id = :id',
    { schoolId: scope.schoolId, id: order.id },
  )
  return row?.to === to ? done({ receiptId }) : refused('over')
}

interface HandOverRow extends DueAmounts {
  financialYear: string
  number: number
  state: OrderState
  duePublicId: string
}

async function findHandOver(scope: SchoolScope, publicId: string) {
  const row = await selectOne<HandOverRow>(
    `SELECT o.financial_year AS financialYear, o.number, o.state, d.public_id AS duePublicId, d.amount_paise AS amountPaise,
       d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise
     FROM orders o JOIN dues d ON d.school_id = o.school_id AND d.student_id = o.student_id AND d.kind = 'order' AND d.source_id = o.id
     WHERE o.school_id = :schoolId AND o.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!row) return null
  const { financialYear, number, state, duePublicId, ...due } = row
  return { order: { financialYear, number, state }, due: { ...due, publicId: duePublicId } }
}
