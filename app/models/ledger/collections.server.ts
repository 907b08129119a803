import { select, selectOne } from '~/database/connection.server'
import { pageCount } from '~/models/shared/paging'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { PaymentMethod, PaymentState } from './options'
import { receiptNumber } from './rules'

export interface CollectionFilters {
  /** Part of a student's name, admission number, transaction id or reference; or a receipt number such as 2026-27/000123. */
  search?: string
  method?: PaymentMethod
  state?: PaymentState
  /** Days in India, `YYYY-MM-DD`, both included. */
  from?: string
  to?: string
}

export interface CollectionRow {
  publicId: string
  studentPublicId: string
  studentName: string
  enrollmentNumber: string
  /** What it was for: fee and instalment, several joined by "; ". */
  purpose: string
  method: PaymentMethod
  state: PaymentState
  amountPaise: number
  capturedPaise: number
  refundedPaise: number
  transactionId: string | null
  /** When the money came, or when the payment was begun. */
  at: Date
  receiptPublicId: string | null
  receiptNumber: string | null
  /** Part of it was captured for something already settled and waits for the school's decision, in paise. */
  excessPaise: number
}

export interface Collections {
  currentPage: number
  lastPage: number
  total: number
  /** Captured less refunded over all pages; bounced cheques do not count. */
  collectedPaise: number
  rows: CollectionRow[]
}

const moment = 'COALESCE(p.paid_at, p.created_at)'
const cameIn = "IF(p.state = 'bounced', 0, p.captured_paise - p.refunded_paise)"

/** Payments of the school, newest first. A page past the end is the last one; for a CSV ask for one large page. */
export async function listPayments(
  scope: SchoolScope,
  filters: CollectionFilters,
  page: number,
  pageSize = 25,
): Promise<Collections> {
  const { where, values } = conditions(scope, filters)
  const from = 'FROM payments p JOIN students st ON st.id = p.student_id LEFT JOIN receipts r ON r.payment_id = p.id'
  const sum = await selectOne<{ total: number; collectedPaise: number }>(
    `SELECT COUNT(*) AS total, CAST(COALESCE(SUM(${cameIn}), 0) AS SIGNED) AS collectedPaise ${from} WHERE ${where}`,
    values,
  )
  const total = sum?.total ?? 0
  const lastPage = pageCount(total, pageSize)
  const currentPage = Math.min(page, lastPage)
  const rows = await select<Omit<CollectionRow, 'receiptNumber'> & { financialYear: string; number: number }>(
    `SELECT p.public_id AS publicId, st.public_id AS studentPublicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
       st.enrollment_number AS enrollmentNumber, p.method, p.state, p.amount_paise AS amountPaise,
       p.captured_paise AS capturedPaise, p.refunded_paise AS refundedPaise, p.transaction_id AS transactionId,
       ${moment} AS at, r.public_id AS receiptPublicId, r.financial_year AS financialYear, r.number,
       COALESCE((SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
         JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due'), '') AS purpose,
       (SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) FROM payment_lines l
        WHERE l.payment_id = p.id AND l.kind = 'excess' AND l.state = 'settled') AS excessPaise
     ${from} WHERE ${where} ORDER BY at DESC, p.id DESC LIMIT :limit OFFSET :offset`,
    { ...values, limit: pageSize, offset: (currentPage - 1) * pageSize },
  )
  return {
    currentPage,
    lastPage,
    total,
    collectedPaise: sum?.collectedPaise ?? 0,
    rows: rows.map(({ financialYear, number, ...row }) => ({
      ...row,
      receiptNumber: row.receiptPublicId === null ? null : receiptNumber(financialYear, number),
    })),
  }
}

/** What came in between two days in India, both included: captured less refunded, without bounced cheques. */
export async function sumCollected(scope: SchoolScope, from: string, to: string): Promise<number> {
  const { where, values } = conditions(scope, { from, to })
  const row = await selectOne<{ paise: number }>(
    `SELECT CAST(COALESCE(SUM(${cameIn}), 0) AS SIGNED) AS paise FROM payments p WHERE ${where} AND p.paid_at IS NOT NULL`,
    values,
  )
  return row?.paise ?? 0
}

function conditions(scope: SchoolScope, filters: CollectionFilters) {
  const where = ['p.school_id = :schoolId']
  const values: Record<string, string | number | Date> = { schoolId: scope.schoolId }
  if (filters.method) {
    where.push('p.method = :method')
    values.method = filters.method
  }
  if (filters.state) {
    where.push('p.state = :state')
    values.state = filters.state
  }
  if (filters.from) {
    where.push(`${moment} >= :from`)
    values.from = new Date(`${filters.from}T00:00:00+05:30`)
  }
  if (filters.to) {
    where.push(`${moment} < :to + INTERVAL 1 DAY`)
    values.to = new Date(`${filters.to}T00:00:00+05:30`)
  }
  const search = filters.search?.trim()
  if (search) {
    const asReceipt = /^(\d{4}-\d{2})\/0*(\d{1,9})$/.exec(search)
    if (asReceipt?.[1]) {
      where.push('r.financial_year = :financialYear AND r.number = :number')
      values.financialYear = asReceipt[1]
      values.number = Number(asReceipt[2])
    } else {
      where.push(`(CONCAT(st.first_name, ' ', st.last_name) LIKE :like OR st.enrollment_number LIKE :like
        OR CONVERT(p.transaction_id USING utf8mb4) LIKE :like OR p.reference LIKE :like)`)
      values.like = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`
    }
  }
  return { where: where.join(' AND '), values }
}
