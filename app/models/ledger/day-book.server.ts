import { number, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf } from '~/models/shared/table.server'
import { purposeColumn, receiptNumberColumn, studentColumns } from './columns.server'
import { daysOf } from './rules'
import { Payment } from './tables.server'

type DayBookQuery = FilteredQuery<'when' | 'amount', 'from' | 'to' | 'method'>

const columns = {
  key: text("CONCAT(m.payment_id, '-', m.refund)"),
  at: { sql: 'm.at', read: (stored: unknown) => stored as Date },
  paymentPublicId: text('p.public_id'),
  ...studentColumns,
  purpose: purposeColumn("AND l.state = 'settled'"),
  ...columnsOf(Payment, 'p', 'method', 'reference'),
  receiptNumber: receiptNumberColumn,
  // Positive: came in. Negative: went out again.
  amountPaise: number('CAST(m.amountPaise AS SIGNED)'),
}

/**
 * Money that moved within these days, in its order: what a payment brought in, and what a refund, a bounced cheque or a cancellation took
 * out again. What came in counts on the day it was paid, what went out on the day it went, so that a day that was closed never changes.
 */
export function listDayBook(scope: SchoolScope, query: DayBookQuery) {
  return selectPage(
    {
      columns,
      from: `(${movements(query.filters.method)}) m
        JOIN payments p ON p.id = m.payment_id
        JOIN students st ON st.id = p.student_id
        LEFT JOIN receipts r ON r.payment_id = p.id`,
      order: [query.sort === 'amount' ? 'm.amountPaise' : 'm.at', 'm.payment_id', 'm.refund'],
      values: valuesOf(scope, query.filters),
    },
    query,
  )
}

const totals = {
  ...columnsOf(Payment, 'p', 'method'),
  receivedPaise: number('CAST(SUM(GREATEST(m.amountPaise, 0)) AS SIGNED)'),
  givenBackPaise: number('CAST(SUM(GREATEST(-m.amountPaise, 0)) AS SIGNED)'),
}

/** What came in and what went out again by each method; methods without a movement are left out. */
export function sumDayBook(scope: SchoolScope, filters: DayBookQuery['filters']) {
  const rest = `FROM (${movements(filters.method)}) m JOIN payments p ON p.id = m.payment_id GROUP BY p.method ORDER BY p.method`
  return selectRows(totals, rest, valuesOf(scope, filters))
}

function valuesOf({ schoolId }: SchoolScope, filters: DayBookQuery['filters']) {
  return { schoolId, method: filters.method, ...daysOf(filters) }
}

/** Settled lines, those of one payment or one refund together. The two halves use an index each. */
function movements(method: string): string {
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
