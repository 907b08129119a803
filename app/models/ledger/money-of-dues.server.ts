import { select } from '~/database/connection.server'
import type { Joined, Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { excessSql } from './collections.server'
import type { OfflineMethod, PaymentMethod, PaymentState, RefundState } from './options'

export interface DuePayment {
  publicId: string
  method: PaymentMethod
  state: PaymentState
  /** What of it is for these dues, settled or still waiting, in paise: nothing of one that came to nothing. */
  amountPaise: number
  /** What the school holds of it although nothing is owed for it. */
  excessPaise: number
  at: Date
  receiptId: string | null
  hasProof: boolean
}

export interface DueRefund {
  paymentId: string
  amountPaise: number
  state: RefundState
  givenBy: OfflineMethod | null
  failure: string | null
  at: Date
}

type Line = Stored<DuePayment> & {
  kind: 'due' | 'refund'
  givenBy: OfflineMethod | null
  failure: string | null
} & Joined<{
    refundState: RefundState
    refundedAt: Date
  }>

/** The acts of paying for some dues, declared ones that wait among them, and what went back of them; the oldest first. */
export async function listMoneyOfDues(
  scope: SchoolScope,
  dueIds: readonly number[],
): Promise<{ payments: DuePayment[]; refunds: DueRefund[] }> {
  if (dueIds.length === 0) return { payments: [], refunds: [] }
  const lines = await select<Line>(
    `SELECT l.kind, p.public_id AS publicId, p.method, p.state,
       CAST(SUM(IF(l.kind = 'due' AND l.state = 'void', 0, ABS(l.amount_paise))) AS SIGNED) AS amountPaise,
       ${excessSql} AS excessPaise, COALESCE(p.paid_at, p.created_at) AS at, o.public_id AS receiptId, p.proof_file_id IS NOT NULL AS hasProof,
       f.state AS refundState, f.given_by AS givenBy, f.failure, COALESCE(f.done_at, f.created_at) AS refundedAt
     FROM payment_lines l JOIN payments p ON p.id = l.payment_id LEFT JOIN receipts o ON o.payment_id = p.id
     LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE p.school_id = :schoolId AND l.due_id IN (:dueIds) AND l.kind IN ('due','refund')
     GROUP BY l.kind, p.id, f.id, o.public_id ORDER BY MIN(l.id)`,
    { schoolId: scope.schoolId, dueIds: [...dueIds] },
  )
  return {
    payments: lines
      .filter((line) => line.kind === 'due')
      .map(({ publicId, method, state, amountPaise, excessPaise, at, receiptId, hasProof }) => ({
        ...{ publicId, method, state, amountPaise, excessPaise, at, receiptId },
        hasProof: Boolean(hasProof),
      })),
    refunds: lines.flatMap(
      ({ publicId: paymentId, amountPaise, refundState: state, givenBy, failure, refundedAt: at }) =>
        state === null ? [] : [{ paymentId, amountPaise, state, givenBy, failure, at }],
    ),
  }
}

/** Those of the payments that the student has declared and nobody has confirmed or refused yet. */
export function waitingAmong(payments: readonly DuePayment[]): DuePayment[] {
  return payments.filter((payment) => payment.method !== 'online' && payment.state === 'pending')
}
