import { selectOne } from '~/database/connection.server'
import type { Language } from '~/language/language'
import { type LedgerScope, studentOf } from '~/models/ledger/locks.server'
import type { InvoiceView } from './invoice-view'

/**
 * The invoice of an order of the scope, as it was issued, and the language its student reads; null when there is no such order or
 * nothing is paid for it yet: whatever settles an order issues its invoice in the same transaction.
 */
export async function findInvoice(
  scope: LedgerScope,
  orderPublicId: string,
): Promise<{ view: InvoiceView; language: Language } | null> {
  const row = await selectOne<{ view: string | null; state: string; language: Language }>(
    `SELECT o.invoice_view AS view, o.state, st.language FROM orders o JOIN students st ON st.id = o.student_id
     WHERE o.school_id = :schoolId AND o.public_id = :orderPublicId AND (:own IS NULL OR o.student_id = :own)`,
    { schoolId: scope.schoolId, orderPublicId, own: studentOf(scope) },
  )
  if (!row?.view) return null
  const view = JSON.parse(row.view) as InvoiceView
  return { view: { ...view, cancelled: row.state === 'cancelled' }, language: row.language }
}
