import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { PaymentMethod } from './options'
import { receiptNumber } from './rules'

export const dayBookSorts = ['when', 'amount'] as const

export interface DayBookWish extends ListQuery<(typeof dayBookSorts)[number]> {
  /** Days of India, both included. */
  from: string
  to: string
  /** '' for all. */
  method: PaymentMethod | ''
}

/** One movement of money: what a payment brought in, or what a refund, a bounced cheque or a cancellation took out again. */
export interface DayBookRow {
  key: string
  at: Date
  paymentPublicId: string
  studentName: string
  enrollmentNumber: string
  purpose: string
  method: PaymentMethod
  reference: string | null
  receiptNumber: string | null
  /** Positive: came in. Negative: went out again. */
  amountPaise: number
}

/**
 * Money that moved within these days, in its order. What came in counts on the day it was paid, what went out on the day it went, so
 * that a day that was closed never changes.
 */
export async function listDayBook(scope: SchoolScope, query: DayBookWish): Promise<Page<DayBookRow>> {
  type Row = Omit<DayBookRow, 'receiptNumber'> & { financialYear: string | null; number: number | null }
  const page = await selectPage<Row>(
    {
      columns: `CONCAT(m.payment_id, '-', m.refund) AS \`key\`, m.at, p.public_id AS paymentPublicId,
        CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.enrollment_number AS enrollmentNumber,
        COALESCE((SELECT GROUP_CONCAT(d.name, ', ', d.title ORDER BY l.id SEPARATOR '; ') FROM payment_lines l
          JOIN dues d ON d.id = l.due_id WHERE l.payment_id = p.id AND l.kind = 'due' AND l.state = 'settled'), '') AS purpose,
        p.method, p.reference, r.financial_year AS financialYear, r.number,
        CAST(m.amountPaise AS SIGNED) AS amountPaise`,
      from: `(${movements(query.method)}) m
        JOIN payments p ON p.id = m.payment_id
        JOIN students st ON st.id = p.student_id
        LEFT JOIN receipts r ON r.payment_id = p.id`,
      order:
        query.sort === 'amount' ? ['m.amountPaise', 'm.payment_id', 'm.refund'] : ['m.at', 'm.payment_id', 'm.refund'],
      values: valuesOf(scope, query),
    },
    query,
  )
  return {
    ...page,
    rows: page.rows.map(({ financialYear, number, ...row }) => ({
      ...row,
      receiptNumber: financialYear === null || number === null ? null : receiptNumber(financialYear, number),
    })),
  }
}

export interface MethodTotal {
  method: PaymentMethod
  receivedPaise: number
  givenBackPaise: number
}

/** What came in and what went out again by each method; methods without a movement are left out. */
export function sumDayBook(
  scope: SchoolScope,
  query: Pick<DayBookWish, 'from' | 'to' | 'method'>,
): Promise<MethodTotal[]> {
  return select<MethodTotal>(
    `SELECT p.method, CAST(SUM(GREATEST(m.amountPaise, 0)) AS SIGNED) AS receivedPaise,
       CAST(SUM(GREATEST(-m.amountPaise, 0)) AS SIGNED) AS givenBackPaise
     FROM (${movements(query.method)}) m JOIN payments p ON p.id = m.payment_id GROUP BY p.method ORDER BY p.method`,
    valuesOf(scope, query),
  )
}

function valuesOf(scope: SchoolScope, query: Pick<DayBookWish, 'from' | 'to' | 'method'>) {
  return { schoolId: scope.schoolId, from: query.from, to: query.to, method: query.method }
}

/** Settled lines, those of one payment or one refund together. The two halves use an index each. */
function movements(method: PaymentMethod | ''): string {
  const ofMethod = method === '' ? '' : 'AND p.method = :method'
  const within = (instant: string) =>
    `${instant} >= CONVERT_TZ(:from, '+05:30', '+00:00') AND ${instant} < CONVERT_TZ(:to, '+05:30', '+00:00') + INTERVAL 1 DAY`
  return `SELECT p.id AS payment_id, 0 AS refund, p.paid_at AS at, SUM(l.amount_paise) AS amountPaise
      FROM payments p JOIN payment_lines l ON l.payment_id = p.id AND l.state = 'settled' AND l.amount_paise > 0
      WHERE p.school_id = :schoolId AND ${within('p.paid_at')} ${ofMethod} GROUP BY p.id
    UNION ALL
    SELECT p.id, COALESCE(l.refund_id, 1), MAX(l.settled_at) AS at, SUM(l.amount_paise) AS amountPaise
      FROM payment_lines l JOIN payments p ON p.id = l.payment_id
      WHERE l.school_id = :schoolId AND l.kind IN ('refund', 'bounce') AND l.state = 'settled' AND ${within('l.settled_at')}
        ${ofMethod} GROUP BY p.id, COALESCE(l.refund_id, 1)`
}
