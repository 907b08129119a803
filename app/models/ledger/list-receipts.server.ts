import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { PaymentMethod } from './options'
import { receiptNumber } from './rules'

export const receiptSorts = ['number', 'amount', 'student'] as const

export interface ReceiptRow {
  paymentPublicId: string
  /** As printed. */
  number: string
  issuedAt: Date
  studentName: string
  enrollmentNumber: string
  method: PaymentMethod
  amountPaise: number
  isCancelled: boolean
}

interface RawRow extends Omit<ReceiptRow, 'number' | 'isCancelled'> {
  financialYear: string
  place: number
  cancelledAt: Date | null
}

const orders: Record<(typeof receiptSorts)[number], readonly string[]> = {
  number: ['r.number'],
  amount: ['p.captured_paise', 'r.number'],
  student: ['st.first_name', 'st.last_name', 'r.number'],
}

/** The school's receipts of one financial year (`2026-27`) by number, the cancelled ones among them. */
export async function listReceipts(
  scope: SchoolScope,
  query: ListQuery<(typeof receiptSorts)[number]> & { year: string; state: string },
): Promise<Page<ReceiptRow>> {
  const found = await selectPage<RawRow>(
    {
      columns: `p.public_id AS paymentPublicId, r.financial_year AS financialYear, r.number AS place, r.issued_at AS issuedAt,
       CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.enrollment_number AS enrollmentNumber, p.method,
       p.amount_paise AS amountPaise, r.cancelled_at AS cancelledAt`,
      from: `receipts r JOIN payments p ON p.id = r.payment_id JOIN students st ON st.id = r.student_id
       WHERE r.school_id = :schoolId AND r.financial_year = :year
         AND (:state = '' OR (r.cancelled_at IS NOT NULL) = (:state = 'cancelled'))
         AND (CONCAT(st.first_name, ' ', st.last_name) LIKE :search ESCAPE '!' OR st.enrollment_number LIKE :search ESCAPE '!'
           OR LPAD(r.number, 6, '0') LIKE :search ESCAPE '!' OR CONCAT(r.financial_year, '/', LPAD(r.number, 6, '0')) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, year: query.year, state: query.state, search: containing(query.search) },
    },
    query,
  )
  return {
    ...found,
    rows: found.rows.map(({ financialYear, place, cancelledAt, ...row }) => ({
      ...row,
      number: receiptNumber(financialYear, place),
      isCancelled: cancelledAt !== null,
    })),
  }
}

/** Financial years in which the school has issued receipts, the newest first. */
export async function receiptYears(scope: SchoolScope): Promise<string[]> {
  const rows = await select<{ year: string }>(
    'SELECT financial_year AS year FROM receipt_counters WHERE school_id = :schoolId ORDER BY financial_year DESC',
    { schoolId: scope.schoolId },
  )
  return rows.map((row) => row.year)
}
