import { flag, number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import { type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { MovementKind } from '../options'
import { type PaymentMethod, paymentMethods } from '../payment-methods'
import { daysOf } from '../rules'
import { ledgerStudentColumns, receiptNumberColumn } from './columns.server'
import { isLateSql, movedSql, movementsSql } from './movements.server'

/** `by`: 'entry' selects movements by the day they were entered, '' by the day they count for. */
export type DayBookQuery = FilteredQuery<'when' | 'amount', 'from' | 'to' | 'method' | 'by'>

const instant = (sql: string) => ({ sql, read: (stored: unknown) => stored as Date })

const columns = {
  key: number('m.line_id'),
  kind: wordOf<MovementKind>('m.kind'),
  at: instant('m.at'),
  enteredAt: instant('m.entered_at'),
  isLate: flag(isLateSql),
  paymentPublicId: text('p.public_id'),
  ...ledgerStudentColumns,
  purpose: text(movedSql),
  // For a refund, the method by which the office returned the money.
  method: wordOf<PaymentMethod>('m.method'),
  reference: textOrNull('m.reference'),
  receiptNumber: receiptNumberColumn,
  // Staff member who received or refunded the money; null for online payments.
  cashier: textOrNull('u.name'),
  // Positive: received. Negative: refunded, bounced or corrected.
  amountPaise: number('CAST(m.paise AS SIGNED)'),
}

/**
 * Movements within these days, in order: receipts, and outflows by refund, bounced cheque or correction. A correction
 * counts on the day of the entry that it corrects; other outflows count on their own day. Entries made on a later day
 * are marked.
 */
export function listDayBook(scope: SchoolScope, query: DayBookQuery) {
  const { sql, values } = movementsWithin(scope, query.filters)
  return selectPage(
    {
      columns,
      from: `(${sql}) m
        JOIN payments p ON p.id = m.payment_id
        JOIN students st ON st.id = p.student_id
        LEFT JOIN receipts r ON r.payment_id = p.id
        LEFT JOIN staff_users u ON u.id = m.staff_id`,
      counted: `(${sql}) m`,
      order: [query.sort === 'amount' ? 'm.paise' : 'm.at', 'm.line_id'],
      values,
    },
    query,
  )
}

const sum = (expression: string) => number(`CAST(SUM(${expression}) AS SIGNED)`)
const ofKind = (kind: MovementKind) => sum(`IF(m.kind = '${kind}', m.paise, 0)`)

const totals = {
  method: wordOf<PaymentMethod>('m.method'),
  receivedPaise: ofKind('received'),
  // Outflows are negative.
  correctedPaise: ofKind('corrected'),
  refundedPaise: ofKind('refunded'),
  bouncedPaise: ofKind('bounced'),
  netPaise: sum('m.paise'),
  movements: number('COUNT(*)'),
  // Number of entries and corrections made on a later day than the one they count for.
  late: sum(isLateSql),
}

const ofCashier = { cashierId: textOrNull('u.public_id'), cashier: textOrNull('u.name'), ...totals }

/**
 * Sums in paise per method by kind of movement, and net sums per cashier and method. Cashiers with the same name stay
 * apart; null stands for online payments. Omits methods and cashiers without a movement.
 */
export async function sumDayBook(scope: SchoolScope, filters: DayBookQuery['filters']) {
  const { sql, values } = movementsWithin(scope, filters)
  const rows = await selectRows(
    ofCashier,
    `FROM (${sql}) m LEFT JOIN staff_users u ON u.id = m.staff_id
     GROUP BY m.staff_id, u.public_id, u.name, m.method ORDER BY u.name IS NULL, u.name, m.staff_id, m.method`,
    values,
  )
  const methods = paymentMethods.flatMap((method) => {
    const methodRows = rows.filter((row) => row.method === method)
    const sumOf = (name: Exclude<keyof typeof totals, 'method'>) => methodRows.reduce((sum, row) => sum + row[name], 0)
    const received = { receivedPaise: sumOf('receivedPaise'), correctedPaise: sumOf('correctedPaise') }
    const out = {
      refundedPaise: sumOf('refundedPaise'),
      bouncedPaise: sumOf('bouncedPaise'),
      netPaise: sumOf('netPaise'),
    }
    return methodRows.length > 0
      ? [{ method, ...received, ...out, movements: sumOf('movements'), late: sumOf('late') }]
      : []
  })
  const cashiers = rows.map(({ cashierId, cashier, method, netPaise }) => ({ cashierId, cashier, method, netPaise }))
  return { methods, cashiers }
}

export function movementsWithin({ schoolId }: SchoolScope, filters: DayBookQuery['filters']) {
  const sql = movementsSql(filters.by === 'entry' ? 'entry' : 'money', filters.method)
  return { sql, values: { schoolId, method: filters.method, ...daysOf(filters) } }
}
