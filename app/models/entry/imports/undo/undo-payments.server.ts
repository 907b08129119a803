import { exists, inParts, number, selectRows, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { cancelPaymentsStep } from '~/models/money/ledger/counter/void-payment.server'
import type { Trace } from './trace.server'
import type { KeepReason } from './undo-words'

export interface PaymentPlan {
  /** Payments to reverse, with their amounts. */
  reversed: ReadonlyArray<{ paymentId: number; studentId: number; amountPaise: number }>
  kept: ReadonlyMap<string, KeepReason>
}

const payment = {
  id: number('p.id'),
  studentId: number('p.student_id'),
  amountPaise: number('p.captured_paise'),
  state: wordOf<string>('p.state'),
  isCertified: {
    sql: `EXISTS (SELECT 1 FROM certificates x WHERE x.school_id = p.school_id AND x.student_id = p.student_id
      AND x.fee_year IS NOT NULL AND x.state = 'issued' AND x.created_at >= :since)`,
    read: Boolean,
  },
}

/**
 * Plans the reversal of an import's payments. Keeps refunded payments, and those of a student with a fee certificate
 * issued since; skips those that are already reversed.
 */
export async function planPayments({ schoolId }: SchoolScope, { units }: Trace, since: Date): Promise<PaymentPlan> {
  const reversed: Array<PaymentPlan['reversed'][number]> = []
  const kept = new Map<string, KeepReason>()
  for (const part of inParts(units.map(({ name }) => Number(name.slice(1))))) {
    const rows = await selectRows(
      payment,
      'FROM payments p WHERE p.school_id = :schoolId AND p.id IN (:part) ORDER BY p.id',
      { schoolId, part, since },
    )
    for (const { id, studentId, amountPaise, state, isCertified } of rows) {
      if (state === 'part_refunded' || state === 'refunded') kept.set(`p${id}`, 'refunded')
      else if (state === 'paid' && isCertified) kept.set(`p${id}`, 'certificates')
      else if (state === 'paid') reversed.push({ paymentId: id, studentId, amountPaise })
    }
  }
  return { reversed, kept }
}

/**
 * Runs within `moneyOut`: reverses the payments as if they had been entered by mistake. Their receipts are kept and
 * marked as cancelled.
 */
export async function reversePayments(scope: SchoolScope, { reversed }: PaymentPlan, reason: string): Promise<void> {
  const ids = reversed.map(({ paymentId }) => paymentId)
  const outcome = await cancelPaymentsStep(scope, ids, reason)
  if (!outcome.ok) throw new Error(`A payment of the import could not be reversed: ${outcome.reason}`)
}

/** Returns whether values to restore are stored for the import. */
export const hasTrace = ({ schoolId }: SchoolScope, importId: number) =>
  exists('FROM import_traces WHERE school_id = :schoolId AND import_id = :importId', { schoolId, importId })
