import { flag, number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { receiptNumberColumn, studentColumns } from './columns.server'
import { isLateSql, movedSql, movementsSql } from './movements.server'
import type { MovementKind, PaymentMethod } from './options'
import { daysOf } from './rules'

/** `by` is 'entry' for what was entered within the days, whichever day it counts for; '' for what counts for them. */
type DayBookQuery = FilteredQuery<'when' | 'amount', 'from' | 'to' | 'method' | 'by'>

const instant = (sql: string) => ({ sql, read: (stored: unknown) => stored as Date })

const columns = {
  key: number('m.line_id'),
  kind: wordOf<MovementKind>('m.kind'),
  at: instant('m.at'),
  enteredAt: instant('m.entered_at'),
  // Entered, or corrected, on a later day than the one it counts for.
  isLate: flag(isLateSql),
  paymentPublicId: text('p.public_id'),
  ...studentColumns,
  purpose: text(movedSql),
  // Of a refund: how it was given back.
  method: wordOf<PaymentMethod>('m.method'),
  reference: textOrNull('m.reference'),
  receiptNumber: receiptNumberColumn,
  // Positive: came in. Negative: went out again, or never came.
  amountPaise: number('CAST(m.paise AS SIGNED)'),
}

/**
 * Money that moved within these days, in its order: what came in, and what a refund, a bounced cheque or a correction took out again. A correction
 * stands on the day of what it corrects; the rest that went out on the day it went. Whatever was entered later says so.
 */
export function listDayBook(scope: SchoolScope, query: DayBookQuery) {
  return selectPage(
    {
      columns,
      from: `(${sqlOfDays(query.filters)}) m
        JOIN payments p ON p.id = m.payment_id
        JOIN students st ON st.id = p.student_id
        LEFT JOIN receipts r ON r.payment_id = p.id`,
      order: [query.sort === 'amount' ? 'm.paise' : 'm.at', 'm.line_id'],
      values: valuesOf(scope, query.filters),
    },
    query,
  )
}

const sum = (expression: string) => number(`CAST(SUM(${expression}) AS SIGNED)`)
const ofKind = (kind: MovementKind) => sum(`IF(m.kind = '${kind}', m.paise, 0)`)

const totals = {
  method: wordOf<PaymentMethod>('m.method'),
  receivedPaise: ofKind('received'),
  // What was taken out again is negative.
  correctedPaise: ofKind('corrected'),
  refundedPaise: ofKind('refunded'),
  bouncedPaise: ofKind('bounced'),
  netPaise: sum('m.paise'),
  // How many were entered, or corrected, on a later day than the one they count for.
  late: sum(isLateSql),
}

/** The sums of each method by what moved the money, in paise; methods without a movement are left out. */
export function sumDayBook(scope: SchoolScope, filters: DayBookQuery['filters']) {
  const rest = `FROM (${sqlOfDays(filters)}) m GROUP BY m.method ORDER BY m.method`
  return selectRows(totals, rest, valuesOf(scope, filters))
}

function sqlOfDays({ by, method }: DayBookQuery['filters']): string {
  return movementsSql(by === 'entry' ? 'entry' : 'money', method)
}

function valuesOf({ schoolId }: SchoolScope, filters: DayBookQuery['filters']) {
  return { schoolId, method: filters.method, ...daysOf(filters) }
}
