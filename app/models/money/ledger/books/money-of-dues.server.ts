import { flag, number, orNone, selectRows, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Payment, PaymentLine, Refund } from '../tables.server'
import { momentOfPayment, tooMuchSql } from './columns.server'

const { read } = momentOfPayment

const columns = {
  ...columnsOf(PaymentLine, 'l', 'kind'),
  ...columnsOf(Payment, 'p', 'publicId', 'method', 'state'),
  // Amount for these dues, settled or pending; excludes void lines.
  amountPaise: number("CAST(SUM(IF(l.kind = 'due' AND l.state = 'void', 0, ABS(l.amount_paise))) AS SIGNED)"),
  // Accidental excess that the school still holds; excludes advances.
  excessPaise: number(tooMuchSql),
  at: momentOfPayment,
  receiptId: textOrNull('o.public_id'),
  hasProof: flag('p.proof_file_id IS NOT NULL'),
  refundState: orNone(columnsOf(Refund, 'f', 'state')).state,
  ...orNone(columnsOf(Refund, 'f', 'givenBy', 'failure')),
  refundedAt: {
    sql: 'COALESCE(f.done_at, f.created_at)',
    read: (stored: unknown) => (stored === null ? null : read(stored)),
  },
}

/** Payments for some dues, including pending declared ones, and refunds from them; the oldest first. */
export async function listMoneyOfDues({ schoolId }: SchoolScope, dueIds: readonly number[]) {
  if (dueIds.length === 0) return { payments: [], refunds: [] }
  const lines = await selectRows(
    columns,
    `FROM payment_lines l JOIN payments p ON p.id = l.payment_id LEFT JOIN receipts o ON o.payment_id = p.id
     LEFT JOIN refunds f ON f.id = l.refund_id
     WHERE p.school_id = :schoolId AND l.due_id IN (:dueIds) AND l.kind IN ('due','refund')
     GROUP BY l.kind, p.id, f.id, o.public_id ORDER BY MIN(l.id)`,
    { schoolId, dueIds },
  )
  return {
    payments: lines
      .filter((line) => line.kind === 'due')
      .map(({ publicId, method, state, amountPaise, excessPaise, at, receiptId, hasProof }) => ({
        publicId,
        method,
        state,
        amountPaise,
        excessPaise,
        at,
        receiptId,
        hasProof,
      })),
    refunds: lines.flatMap(({ publicId: paymentId, amountPaise, refundState: state, givenBy, failure, refundedAt }) =>
      state === null || refundedAt === null
        ? []
        : [{ paymentId, amountPaise, state, givenBy, failure, at: refundedAt }],
    ),
  }
}

type Money = Awaited<ReturnType<typeof listMoneyOfDues>>
export type DuePayment = Money['payments'][number]
export type DueRefund = Money['refunds'][number]

/** Declared payments that the office has neither confirmed nor refused. */
export function waitingAmong(payments: readonly DuePayment[]): DuePayment[] {
  return payments.filter((payment) => payment.method !== 'online' && payment.state === 'pending')
}
