import { number, selectRow, text } from '~/database/database.server'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { cleanText } from '~/models/core/shared/clean-text'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { voidedStates } from '../options'
import { Payment } from '../tables.server'
import {
  excessSql,
  ledgerStudentColumns,
  matchStudent,
  momentOfPayment,
  purposeColumn,
  receiptNumberColumn,
} from './columns.server'

export type PaymentSort = 'date' | 'amount' | 'student'
/**
 * `from` and `to` are days in India, both included; `excess`: 'yes' for payments whose excess awaits the school's
 * decision.
 */
export type PaymentFilter = 'method' | 'state' | 'from' | 'to' | 'excess'

/**
 * `search` is a part of a student's name, enrollment number, transaction id or reference, or a receipt number such as
 * 2026-27/000123. An inactive filter is left out or ''. Sorted by date, the newest come first.
 */
export type PaymentQuery = Partial<Omit<FilteredQuery<PaymentSort, PaymentFilter>, 'filters'>> & {
  filters?: Partial<Record<PaymentFilter, string>>
}

const moment = momentOfPayment.sql
const voided = voidedStates.map((state) => `'${state}'`).join(',')
/** Reads the payments before the students: a page shows few payments, and each has one student. */
const tables =
  'payments p STRAIGHT_JOIN students st ON st.id = p.student_id LEFT JOIN receipts r ON r.payment_id = p.id'

const columns = {
  ...columnsOf(Payment, 'p', 'publicId', 'method', 'state', 'amountPaise', 'capturedPaise', 'refundedPaise'),
  ...columnsOf(Payment, 'p', 'transactionId', 'reference'),
  ...ledgerStudentColumns,
  studentPublicId: text('st.public_id'),
  at: momentOfPayment,
  receiptNumber: receiptNumberColumn,
  purpose: purposeColumn(),
  excessPaise: number(excessSql),
  // Captured less refunded; voided payments count as 0.
  collectedPaise: number(`IF(p.state IN (${voided}), 0, p.captured_paise - p.refunded_paise)`),
}

const orders: Record<PaymentSort, readonly string[]> = {
  date: [moment, 'p.id'],
  amount: ['p.amount_paise', 'p.id'],
  student: ['st.first_name', 'st.last_name', 'p.id'],
}

/** Payments of the school, newest first by default. A page number past the end returns the last page. */
export function listPayments(scope: SchoolScope, query: PaymentQuery = {}) {
  const { where, values, needsReceipt } = conditions(scope, query)
  const { sort = 'date', descending = false, page = 1, pageSize, sums } = query
  return selectPage(
    {
      columns,
      from: `${tables} WHERE ${where}`,
      ...(needsReceipt ? {} : { counted: `payments p WHERE ${where}` }),
      order: orders[sort],
      values,
    },
    { page, descending: sort === 'date' ? !descending : descending, pageSize, sums },
  )
}

/** Declared by a student and not yet checked by the office. */
export const isDeclared = "p.state = 'pending' AND p.method <> 'online'"

/** Few payments ever had excess, so this finds them first by an index of the lines. */
const hasExcess = `p.school_id = :schoolId AND p.id IN (SELECT x.payment_id FROM payment_lines x WHERE x.school_id = :schoolId
  AND x.kind = 'excess' AND x.state = 'settled') AND ${excessSql} > 0`

/** SQL counts of what awaits the office of `:schoolId`: excess to refund, transfers to confirm. */
export const waitingSql = {
  excess: `(SELECT COUNT(*) FROM payments p WHERE ${hasExcess})`,
  transfers: `(SELECT COUNT(*) FROM payments p WHERE p.school_id = :schoolId AND ${isDeclared})`,
}

const waiting = { excess: number(waitingSql.excess), transfers: number(waitingSql.transfers) }

export async function countWaiting({ schoolId }: SchoolScope) {
  return (await selectRow(waiting, 'FROM DUAL', { schoolId })) ?? { excess: 0, transfers: 0 }
}

/** Condition of each filter; days begin at midnight in India, while the database stores UTC. */
const filterSql: Record<PaymentFilter, string> = {
  method: 'p.method = :method',
  state: 'p.state = :state',
  from: `${moment} >= TIMESTAMP(:from) - INTERVAL 330 MINUTE`,
  to: `${moment} < TIMESTAMP(:to) + INTERVAL 1 DAY - INTERVAL 330 MINUTE`,
  excess: hasExcess,
}

function conditions({ schoolId }: SchoolScope, { filters = {}, search = '' }: PaymentQuery) {
  const usedFilters = (Object.keys(filterSql) as PaymentFilter[]).filter((name) => filters[name])
  const clauses = ['p.school_id = :schoolId', ...usedFilters.map((name) => filterSql[name])]
  const values: Record<string, string | number> = { schoolId, ...filters }
  const searchText = cleanText(search)
  const asReceipt = /^(\d{4}-\d{2})\/0*(\d{1,9})$/.exec(searchText)
  if (asReceipt) {
    clauses.push('r.financial_year = :financialYear AND r.number = :number')
    Object.assign(values, { financialYear: asReceipt[1] ?? '', number: Number(asReceipt[2]) })
  } else if (searchText) {
    const match = matchStudent(searchText)
    // Finds the matching students once, as they are far fewer than payments.
    clauses.push(
      `(p.student_id IN (SELECT st.id FROM students st WHERE st.school_id = :schoolId AND ${match.sql})
        OR ${contains('p.transaction_id COLLATE utf8mb4_unicode_ci', searchText)} OR ${contains('p.reference', searchText)})`,
    )
    Object.assign(values, match.values, { search: containing(searchText) })
  }
  return { where: clauses.join(' AND '), values, needsReceipt: asReceipt !== null }
}

const transferColumns = {
  ...columnsOf(Payment, 'p', 'publicId', 'method', 'reference', 'amountPaise', 'createdAt'),
  ...ledgerStudentColumns,
  purpose: purposeColumn(),
}

/** Declared payments that the office has neither confirmed nor refused, the longest waiting first. */
export function listTransfers({ schoolId }: SchoolScope, query: FilteredQuery<PaymentSort, 'method'>) {
  const match = matchStudent(query.search)
  return selectPage(
    {
      columns: transferColumns,
      from: `payments p JOIN students st ON st.id = p.student_id
       WHERE p.school_id = :schoolId AND ${isDeclared} AND (:method = '' OR p.method = :method)
         AND (${match.sql} OR ${contains('p.reference', query.search)})`,
      order: { ...orders, date: ['p.created_at', 'p.id'] }[query.sort],
      values: { schoolId, method: query.filters.method, search: containing(query.search), ...match.values },
    },
    query,
  )
}

/** Payments with excess; replaces all other filters. */
export const listExcess = (scope: SchoolScope, query: PaymentQuery) =>
  listPayments(scope, { ...query, filters: { excess: 'yes' } })
