import { selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import type { Language } from '~/language/language'
import { type LedgerScope, studentOf } from '~/models/ledger/locks.server'
import type { InvoiceView } from './invoice-view'
import { issueInvoice } from './issue-invoice.server'

interface InvoiceRow {
  id: number
  view: string | null
  state: string
  isPaid: number
  language: Language
}

/**
 * The invoice of an order of the scope, as it was issued, and the language its student reads; null when there is no such order or
 * nothing is paid for it yet. A paid order without one (the worker has not come to it) gets it here.
 */
export async function findInvoice(
  scope: LedgerScope,
  orderPublicId: string,
): Promise<{ view: InvoiceView; language: Language } | null> {
  const found = await readInvoice(scope, orderPublicId)
  if (!found) return null
  if (found.view === null && found.isPaid === 1 && found.state !== 'cancelled') {
    await inTransaction(async (tx) => {
      await selectOne('SELECT id FROM orders WHERE id = :id FOR UPDATE', { id: found.id }, tx)
      await issueInvoice(scope, found.id, tx)
    })
  }
  const issued = found.view === null ? await readInvoice(scope, orderPublicId) : found
  if (!issued?.view) return null
  const view = JSON.parse(issued.view) as InvoiceView
  return { view: { ...view, cancelled: issued.state === 'cancelled' }, language: issued.language }
}

function readInvoice(scope: LedgerScope, orderPublicId: string): Promise<InvoiceRow | null> {
  return selectOne<InvoiceRow>(
    `SELECT o.id, o.invoice_view AS view, o.state, o.paid_at IS NOT NULL AS isPaid, st.language
     FROM orders o JOIN students st ON st.id = o.student_id
     WHERE o.school_id = :schoolId AND o.public_id = :orderPublicId AND (:own IS NULL OR o.student_id = :own)`,
    { schoolId: scope.schoolId, orderPublicId, own: studentOf(scope) },
  )
}
