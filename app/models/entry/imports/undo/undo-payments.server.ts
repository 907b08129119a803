import { exists, inParts, number, selectRows, text, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { cancelPaymentStep } from '~/models/money/ledger/counter/void-payment.server'
import type { Trace } from './trace.server'
import type { KeepReason } from './undo-words'

export interface PaymentPlan {
  /** Public ids of the payments that are reversed, by their things. */
  reversed: ReadonlyMap<string, string>
  kept: ReadonlyMap<string, KeepReason>
}

const payment = {
  id: number('p.id'),
  publicId: text('p.public_id'),
  state: wordOf<string>('p.state'),
  isCertified: {
    sql: `EXISTS (SELECT 1 FROM certificates x WHERE x.school_id = p.school_id AND x.student_id = p.student_id
      AND x.fee_year IS NOT NULL AND x.state = 'issued' AND x.created_at >= :since)`,
    read: Boolean,
  },
}

/** Payments of an import that can be reversed. Those that were reversed before are left out. */
export async function planPayments({ schoolId }: SchoolScope, { units }: Trace, since: Date): Promise<PaymentPlan> {
  const reversed = new Map<string, string>()
  const kept = new Map<string, KeepReason>()
  for (const part of inParts(units.map(({ name }) => Number(name.slice(1))))) {
    const rows = await selectRows(
      payment,
      'FROM payments p WHERE p.school_id = :schoolId AND p.id IN (:part) ORDER BY p.id',
      { schoolId, part, since },
    )
    for (const { id, publicId, state, isCertified } of rows) {
      if (state === 'part_refunded' || state === 'refunded') kept.set(`p${id}`, 'refunded')
      else if (state === 'paid' && isCertified) kept.set(`p${id}`, 'certificates')
      else if (state === 'paid') reversed.set(`p${id}`, publicId)
    }
  }
  return { reversed, kept }
}

/** Runs within `moneyOut`: reverses the payments like one that was entered wrongly. Their receipts stay, as cancelled. */
export async function reversePayments(scope: SchoolScope, { reversed }: PaymentPlan, reason: string): Promise<void> {
  for (const paymentId of reversed.values()) {
    const outcome = await cancelPaymentStep(scope, { paymentId, reason })
    if (!outcome.ok) throw new Error(`A payment of the import could not be reversed: ${outcome.reason}`)
  }
}

/** Returns whether the import has values to take back. */
export const hasTrace = ({ schoolId }: SchoolScope, importId: number) =>
  exists('FROM import_traces WHERE school_id = :schoolId AND import_id = :importId', { schoolId, importId })
