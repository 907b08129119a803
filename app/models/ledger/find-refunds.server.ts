import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { LineKind, LineState, OfflineMethod, PaymentMethod, PaymentState, RefundState } from './options'
import { refundableParts } from './rules'

export interface RefundView {
  amountPaise: number
  state: RefundState
  reason: string
  /** How the office gave it back; null where the provider returns it. */
  givenBy: OfflineMethod | null
  givenReference: string | null
  providerRefundId: string | null
  failure: string | null
  requestedBy: string | null
  createdAt: Date
  doneAt: Date | null
}

/** The refunds of one payment of the school, the oldest first. */
export function listRefunds(scope: SchoolScope, paymentPublicId: string): Promise<RefundView[]> {
  return select<RefundView>(
    `SELECT f.amount_paise AS amountPaise, f.state, f.reason, f.given_by AS givenBy, f.given_reference AS givenReference,
       f.provider_refund_id AS providerRefundId, f.failure, u.name AS requestedBy, f.created_at AS createdAt, f.done_at AS doneAt
     FROM refunds f JOIN payments p ON p.id = f.payment_id
     LEFT JOIN staff_users u ON u.id = f.requested_by AND u.school_id = f.school_id
     WHERE f.school_id = :schoolId AND p.public_id = :paymentPublicId ORDER BY f.id`,
    { schoolId: scope.schoolId, paymentPublicId },
  )
}

export interface RefundablePayment {
  publicId: string
  studentName: string
  method: PaymentMethod
  state: PaymentState
  transactionId: string | null
  /** What may still go back: the excess first (`dueId` null), then each due. Empty when nothing may. */
  parts: Array<{ dueId: string | null; name: string; title: string; amountPaise: number }>
}

interface LineRow {
  kind: LineKind
  state: LineState
  dueId: number | null
  duePublicId: string | null
  name: string | null
  title: string | null
  amountPaise: number
}

/** A payment of the school with what of it may be refunded, or null. */
export async function findRefundable(scope: SchoolScope, publicId: string): Promise<RefundablePayment | null> {
  const payment = await selectOne<Omit<RefundablePayment, 'parts'> & { id: number }>(
    `SELECT p.id, p.public_id AS publicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName, p.method, p.state,
       p.transaction_id AS transactionId
     FROM payments p JOIN students st ON st.id = p.student_id WHERE p.school_id = :schoolId AND p.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  if (!payment) return null
  const lines = await select<LineRow>(
    `SELECT l.kind, l.state, l.due_id AS dueId, d.public_id AS duePublicId, d.name, d.title, l.amount_paise AS amountPaise
     FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id
     WHERE l.school_id = :schoolId AND l.payment_id = :id ORDER BY l.id`,
    { schoolId: scope.schoolId, id: payment.id },
  )
  const { id: _id, ...view } = payment
  const isPaid = payment.state === 'paid' || payment.state === 'part_refunded'
  const parts = (isPaid ? refundableParts(lines) : []).map(({ dueId, amountPaise }) => {
    const line = dueId === null ? undefined : lines.find((one) => one.dueId === dueId)
    return { dueId: line?.duePublicId ?? null, name: line?.name ?? '', title: line?.title ?? '', amountPaise }
  })
  return { ...view, parts }
}
