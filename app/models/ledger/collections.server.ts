import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { type PaymentMethod, type PaymentState, takenBackStates } from './options'
import { receiptNumber } from './rules'

export const paymentSorts = ['date', 'amount', 'student'] as const

/** What a list of payments may be narrowed by; a filter that is off is left out or ''. */
export interface PaymentFilters {
  method?: string
  state?: string
  /** Days in India, `YYYY-MM-DD`, both included. */
  from?: string
  to?: string
  /** 'yes': only payments with excess that waits for the school's decision. */
  excess?: string
}

/**
 * `search` is a part of a student's name, enrollment number, transaction id or reference, or a receipt number such as 2026-27/000123.
 * By date the newest stand first.
 */
export interface PaymentWish extends Partial<ListQuery<(typeof paymentSorts)[number]>> {
  filters?: PaymentFilters
}

export interface CollectionRow {
  publicId: string
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
  reference: string | null
  /** When the money came, or when the payment was begun. */
  at: Date
  receiptNumber: string | null
  /** Part of it was captured for something already settled and waits for the school's decision, in paise. */
  excessPaise: number
}

interface RawRow extends Omit<CollectionRow, 'receiptNumber'> {
  financialYear: string | null
  number: number | null
}

const moment = 'COALESCE(p.paid_at, p.created_at)'
const takenBack = takenBackStates.map((state) => `'${state}'`).join(',')
const cameIn = `IF(p.state IN (${takenBack}), 0, p.captured_paise - p.refunded_paise)`

/** Excess of the payment `p` that nobody has given back; a refund under way counts as given. */
export const excessSql = `(SELECT CAST(COALESCE(SUM(l.amount_paise), 0) AS SIGNED) FROM payment_lines l
  WHERE l.payment_id = p.id AND l.due_id IS NULL AND (l.state = 'settled' OR (l.state = 'open' AND l.amount_paise < 0)))`

const tables = 'payments p JOIN students st ON st.id = p.student_id LEFT JOIN receipts r ON r.payment_id = p.id'

const orders: Record<(typeof paymentSorts)[number], readonly string[]> = {
  date: [moment, 'p.id'],
  amount: ['p.amount_paise', 'p.id'],
  student: ['st.first_name', 'st.last_name', 'p.id'],
}

/** Payments of the school, newest first unless another order is chosen. A page past the end is the last one. */
export async function listPayments(scope: SchoolScope, query: PaymentWish = {}): Promise<Page<CollectionRow>> {
  const { where, values } = conditions(scope, query)
  const { sort = 'date', descending = false, page = 1, ...size } = query
  const found = await selectPage<RawRow>(
    {
      columns: `p.public_id AS publicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
       st.enrollment_number AS enrollmentNumber, p.method, p.state, p.amount_paise AS amountPaise,
       p.captured_paise AS capturedPaise, p.refunded_paise AS refundedPaise, p.transaction_id AS transactionId, p.reference,
       ${moment} AS at, r.financial_year AS financialYear, r.number,
       COALESCE((SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
         JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due'), '') AS purpose,
       ${excessSql} AS excessPaise`,
      from: `${tables} WHERE ${where}`,
      order: orders[sort],
      values,
    },
    { page, descending: sort === 'date' ? !descending : descending, pageSize: size.pageSize },
  )
  return {
    ...found,
    rows: found.rows.map(({ financialYear, number, ...row }) => ({
      ...row,
      receiptNumber: financialYear === null || number === null ? null : receiptNumber(financialYear, number),
    })),
  }
}

/** Captured less refunded of all payments that fit; what was taken back does not count. */
export async function sumPayments(scope: SchoolScope, query: PaymentWish = {}): Promise<number> {
  const { where, values } = conditions(scope, query)
  const row = await selectOne<{ paise: number }>(
    `SELECT CAST(COALESCE(SUM(${cameIn}), 0) AS SIGNED) AS paise FROM ${tables} WHERE ${where}`,
    values,
  )
  return row?.paise ?? 0
}

/** What waits for somebody: excess to be given back, transfers to be confirmed. */
export async function countWaiting(scope: SchoolScope): Promise<{ excess: number; transfers: number }> {
  const [row] = await select<{ excess: number; transfers: number }>(
    `SELECT ${waitingSql().excess} AS excess, ${waitingSql().transfers} AS transfers`,
    { schoolId: scope.schoolId },
  )
  return row ?? { excess: 0, transfers: 0 }
}

/** SQL of both numbers for `:schoolId`, for whoever counts more at the same time. */
export function waitingSql(): { excess: string; transfers: string } {
  return {
    excess: `(SELECT COUNT(*) FROM payments p WHERE ${hasExcess})`,
    transfers: `(SELECT COUNT(*) FROM payments p WHERE p.school_id = :schoolId AND ${isDeclared})`,
  }
}

/** Few payments ever had excess: those are found by the lines' own key first. */
const hasExcess = `p.school_id = :schoolId AND p.id IN (SELECT x.payment_id FROM payment_lines x WHERE x.school_id = :schoolId
  AND x.kind = 'excess' AND x.state = 'settled') AND ${excessSql} > 0`

/** Said by a student, seen by nobody yet. */
export const isDeclared = "p.state = 'pending' AND p.method <> 'online'"

function conditions(scope: SchoolScope, { filters = {}, search = '' }: PaymentWish) {
  const where = ['p.school_id = :schoolId']
  const values: Record<string, string | number> = { schoolId: scope.schoolId }
  for (const name of ['method', 'state'] as const) {
    const wanted = filters[name]
    if (!wanted) continue
    where.push(`p.${name} = :${name}`)
    values[name] = wanted
  }
  // Midnight in India, in the database's UTC.
  for (const [name, comparison] of [
    ['from', '>= TIMESTAMP(:from)'],
    ['to', '< TIMESTAMP(:to) + INTERVAL 1 DAY'],
  ] as const) {
    const day = filters[name]
    if (!day) continue
    where.push(`${moment} ${comparison} - INTERVAL 330 MINUTE`)
    values[name] = day
  }
  if (filters.excess === 'yes') where.push(hasExcess)
  const wanted = search.trim()
  const asReceipt = /^(\d{4}-\d{2})\/0*(\d{1,9})$/.exec(wanted)
  if (asReceipt) {
    where.push('r.financial_year = :financialYear AND r.number = :number')
    Object.assign(values, { financialYear: asReceipt[1] ?? '', number: Number(asReceipt[2]) })
  } else if (wanted) {
    where.push(`(CONCAT(st.first_name, ' ', st.last_name) LIKE :search ESCAPE '!' OR st.enrollment_number LIKE :search ESCAPE '!'
      OR p.transaction_id COLLATE utf8mb4_unicode_ci LIKE :search ESCAPE '!' OR p.reference LIKE :search ESCAPE '!')`)
    values.search = containing(wanted)
  }
  return { where: where.join(' AND '), values }
}

export const transferSorts = ['date', 'amount', 'student'] as const

export interface TransferRow {
  publicId: string
  studentName: string
  enrollmentNumber: string
  purpose: string
  method: PaymentMethod
  reference: string | null
  amountPaise: number
  /** When the student declared it. */
  at: Date
}

const transferOrders: Record<(typeof transferSorts)[number], readonly string[]> = {
  date: ['p.created_at', 'p.id'],
  amount: ['p.amount_paise', 'p.id'],
  student: ['st.first_name', 'st.last_name', 'p.id'],
}

/** Payments that students have declared and nobody has confirmed or refused yet, those that wait longest first. */
export function listTransfers(
  scope: SchoolScope,
  query: ListQuery<(typeof transferSorts)[number]> & { filters: { method: string } },
): Promise<Page<TransferRow>> {
  return selectPage<TransferRow>(
    {
      columns: `p.public_id AS publicId, CONCAT(st.first_name, ' ', st.last_name) AS studentName,
       st.enrollment_number AS enrollmentNumber, p.method, p.reference, p.amount_paise AS amountPaise, p.created_at AS at,
       COALESCE((SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
         JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due'), '') AS purpose`,
      from: `payments p JOIN students st ON st.id = p.student_id
       WHERE p.school_id = :schoolId AND ${isDeclared} AND (:method = '' OR p.method = :method)
         AND (CONCAT(st.first_name, ' ', st.last_name) LIKE :search ESCAPE '!'
           OR st.enrollment_number LIKE :search ESCAPE '!' OR p.reference LIKE :search ESCAPE '!')`,
      order: transferOrders[query.sort],
      values: { schoolId: scope.schoolId, method: query.filters.method, search: containing(query.search) },
    },
    query,
  )
}
