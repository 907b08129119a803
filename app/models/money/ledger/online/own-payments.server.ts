import { flag, number, selectRow, selectRows, textOrNull } from '~/database/database.server'
import { selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { m } from '~/language/paraglide/messages'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { isDeclared } from '../books/collections.server'
import { excessSql, momentOfPayment, receiptNumberColumn } from '../books/columns.server'
import { dueName } from '../due-words'
import type { DueKind } from '../options'
import { Due, Payment, PaymentLine } from '../tables.server'

/** Filter of the student's payments: dues of one kind, or one due (public id). */
export interface OwnPaymentFilter {
  kind?: DueKind | null
  dueId?: string | null
}

const columns = {
  ...columnsOf(Payment, 'p', 'id', 'publicId', 'method', 'state', 'amountPaise', 'capturedPaise', 'refundedPaise'),
  reference: textOrNull('p.reference'),
  at: momentOfPayment,
  // Requested refunds that are not yet paid out.
  refundingPaise: number(`(SELECT CAST(COALESCE(SUM(f.amount_paise), 0) AS SIGNED) FROM refunds f
    WHERE f.payment_id = p.id AND f.state = 'requested')`),
  excessPaise: number(excessSql),
  receiptPublicId: textOrNull('r.public_id'),
  receiptNumber: receiptNumberColumn,
  isReceiptCancelled: flag('r.cancelled_at IS NOT NULL'),
}

/** Payments that have received money, whatever their state is now, and declared payments that await the school. */
const from = `payments p LEFT JOIN receipts r ON r.payment_id = p.id
  WHERE p.school_id = :schoolId AND p.student_id = :studentId AND (p.captured_paise > 0 OR (${isDeclared}))
    AND (:kind = '' AND :dueId = '' OR EXISTS (SELECT 1 FROM payment_lines x JOIN dues y ON y.id = x.due_id
      WHERE x.payment_id = p.id AND (:kind = '' OR y.kind = :kind) AND (:dueId = '' OR y.public_id = :dueId)))`

/**
 * Payments that the student made or declared, the newest first: their dues, the captured amount (for a declared
 * payment, the declared amount), refunds, excess and receipt. The dues include those cancelled later. A page number
 * past the end returns the last page.
 */
export async function listOwnPayments(
  { schoolId, studentId }: StudentScope,
  { page, kind, dueId }: OwnPaymentFilter & { page: number },
) {
  const values = { schoolId, studentId, kind: kind ?? '', dueId: dueId ?? '' }
  const paymentPage = await selectPage(
    { columns, from, order: [momentOfPayment.sql, 'p.id'], values },
    { page, descending: true },
  )
  const purposes = await purposesOf(
    schoolId,
    paymentPage.rows.map(({ id }) => id),
  )
  const rows = paymentPage.rows.map(({ id, amountPaise, capturedPaise, ...payment }) => ({
    ...payment,
    amountPaise: capturedPaise > 0 ? capturedPaise : amountPaise,
    purposes: purposes.get(id) ?? [],
  }))
  return { ...paymentPage, rows }
}

/** The student's declared payment or payment at the office, in any state; null if online or another student's. */
export function findOwnDeclared({ schoolId, studentId }: StudentScope, publicId: string) {
  return selectRow(
    columnsOf(Payment, 'p', 'publicId', 'state', 'amountPaise'),
    `FROM payments p WHERE p.school_id = :schoolId AND p.student_id = :studentId AND p.public_id = :publicId
       AND p.method <> 'online'`,
    { schoolId, studentId, publicId },
  )
}

export type OwnPayment = Awaited<ReturnType<typeof listOwnPayments>>['rows'][number]

const purposeColumns = {
  ...columnsOf(PaymentLine, 'l', 'paymentId', 'state'),
  ...columnsOf(Due, 'd', 'kind', 'name', 'title'),
}

/**
 * Purposes of each payment, in the reader's language: dues it settled or requests; if there are none, the dues it was
 * meant for.
 */
async function purposesOf(schoolId: number, paymentIds: readonly number[]): Promise<Map<number, string[]>> {
  const purposes = new Map<number, string[]>()
  if (paymentIds.length === 0) return purposes
  const lines = await selectRows(
    purposeColumns,
    `FROM payment_lines l JOIN dues d ON d.id = l.due_id
     WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) AND l.kind = 'due' ORDER BY l.id`,
    { schoolId, paymentIds },
  )
  for (const id of paymentIds) {
    const all = lines.filter((line) => line.paymentId === id)
    const met = all.filter((line) => line.state !== 'void')
    const names = (met.length > 0 ? met : all).map((line) => [dueName(line), line.title].filter(Boolean).join(' · '))
    purposes.set(id, names.length > 0 ? names : [m.payments_receipt_advance()])
  }
  return purposes
}
