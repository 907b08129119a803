import { flag, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import {
  classColumns,
  finedColumns,
  joinEnrollment,
  ledgerStudentColumns,
  receiptNumberColumn,
} from './books/columns.server'
import { dueName } from './due-words'
import { dueToday } from './fine-rules'
import { type LedgerScope, studentOf } from './locks.server'
import type { DueKind } from './options'
import { owedPaise, receiptNumber } from './rules'
import { Due, DuePartRow, Payment, PaymentLine } from './tables.server'

/** Narrows a read to the scope's school and, for a student, to their own rows. */
function ofScope(scope: LedgerScope, table: string): { rule: string; values: { schoolId: number; studentId: number } } {
  const ownStudentId = studentOf(scope)
  const rule = `${table}.school_id = :schoolId${ownStudentId === null ? '' : ` AND ${table}.student_id = :studentId`}`
  return { rule, values: { schoolId: scope.schoolId, studentId: ownStudentId ?? 0 } }
}

const personColumns = { studentPublicId: text('st.public_id'), ...ledgerStudentColumns }

type Person = { studentPublicId: string; studentName: string; enrollmentNumber: string }
const person = ({ studentPublicId: publicId, studentName: name, enrollmentNumber }: Person) => {
  return { publicId, name, enrollmentNumber }
}

const dueColumns = {
  ...columnsOf(Due, 'd', 'id', 'publicId', 'kind', 'title'),
  feeName: text('d.name'),
  sessionName: text('a.name'),
  ...classColumns,
  ...finedColumns,
  openPaymentPublicId: textOrNull('o.public_id'),
  ...personColumns,
}

/**
 * One due of the scope as of today, or null; hides cancelled dues from everyone. Names an online payment in progress
 * for it, whose page shows its state.
 */
export async function findDue(scope: LedgerScope, publicId: string) {
  const { rule, values } = ofScope(scope, 'd')
  const dueRow = await selectRow(
    dueColumns,
    `FROM dues d JOIN students st ON st.id = d.student_id JOIN academic_sessions a ON a.id = d.academic_session_id
     ${joinEnrollment('d.student_id')}
     LEFT JOIN payment_lines l ON l.due_id = d.id AND l.is_open_online = 1 LEFT JOIN payments o ON o.id = l.payment_id
     WHERE ${rule} AND d.public_id = :publicId AND d.state = 'open'`,
    { ...values, publicId },
  )
  if (!dueRow) return null
  const {
    id,
    studentPublicId: _p,
    studentName: _n,
    enrollmentNumber: _e,
    ...due
  } = dueToday(dueRow, todayInIndia(new Date()))
  const rest = 'FROM due_parts t WHERE t.due_id = :id ORDER BY t.position'
  const parts = await selectRows(columnsOf(DuePartRow, 't', 'name', 'amountPaise'), rest, { id })
  return {
    ...due,
    feeName: dueName({ kind: due.kind, name: due.feeName }),
    owedPaise: owedPaise(due),
    parts: parts.map((part) => ({ ...part, name: dueName({ kind: due.kind, name: part.name }) })),
    student: person(dueRow),
  }
}

const paymentColumns = {
  ...columnsOf(Payment, 'p', 'id', 'publicId', 'method', 'state', 'amountPaise', 'capturedPaise', 'refundedPaise'),
  ...columnsOf(Payment, 'p', 'transactionId', 'reference', 'remarks', 'failure', 'providerLinkUrl', 'linkState'),
  ...columnsOf(Payment, 'p', 'createdAt', 'paidAt'),
  // Guardian who paid it together with payments of other children.
  guardianName: textOrNull('b.guardian_name'),
  // Staff member who received it at the office.
  recordedBy: textOrNull('u.name'),
  receiptPublicId: textOrNull('r.public_id'),
  receiptNumber: receiptNumberColumn,
  isCancelled: flag('r.cancelled_at IS NOT NULL'),
  ...personColumns,
}

const numberOrNull = (sql: string) => ({ sql, read: (stored: unknown) => (stored === null ? null : Number(stored)) })

const lineColumns = {
  ...columnsOf(PaymentLine, 'l', 'kind', 'state', 'amountPaise'),
  duePublicId: textOrNull('d.public_id'),
  dueKind: { sql: 'd.kind', read: (stored: unknown) => stored as DueKind | null },
  feeName: textOrNull('d.name'),
  title: textOrNull('d.title'),
  dueOn: textOrNull('d.due_on'),
  owedPaise: numberOrNull('d.amount_paise - d.concession_paise + d.fine_paise'),
  balancePaise: numberOrNull('d.amount_paise - d.concession_paise + d.fine_paise - d.paid_paise'),
  orderPublicId: textOrNull('o.public_id'),
  orderYear: textOrNull('o.financial_year'),
  orderNumber: numberOrNull('o.number'),
}

/**
 * One payment of the scope with its lines, or null. `payUrl` is set while it can be paid, else null. A line's `order`
 * is the store order of its due.
 */
export async function findPayment(scope: LedgerScope, publicId: string) {
  const { rule, values } = ofScope(scope, 'p')
  const row = await selectRow(
    paymentColumns,
    `FROM payments p JOIN students st ON st.id = p.student_id LEFT JOIN receipts r ON r.payment_id = p.id
     LEFT JOIN payment_baskets b ON b.school_id = p.school_id AND b.id = p.basket_id
     LEFT JOIN staff_users u ON u.id = p.recorded_by AND u.school_id = p.school_id
     WHERE ${rule} AND p.public_id = :publicId`,
    { ...values, publicId },
  )
  if (!row) return null
  const { id, providerLinkUrl, receiptPublicId, receiptNumber: number, isCancelled, ...rest } = row
  const { studentPublicId: _p, studentName: _n, enrollmentNumber: _e, ...payment } = rest
  const lineRows = await selectRows(
    lineColumns,
    `FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id
     LEFT JOIN orders o ON d.kind = 'order' AND o.school_id = d.school_id AND o.id = d.source_id
     WHERE l.payment_id = :id ORDER BY l.id`,
    { id },
  )
  const lines = lineRows.map(({ orderPublicId, orderYear, orderNumber, ...line }) => ({
    ...line,
    feeName: line.dueKind === null ? null : dueName({ kind: line.dueKind, name: line.feeName ?? '' }),
    order:
      orderPublicId === null
        ? null
        : { publicId: orderPublicId, number: receiptNumber(orderYear ?? '', orderNumber ?? 0) },
  }))
  // No link for a payment of a guardian's basket: the link also collects dues of other children.
  const payable =
    row.guardianName === null &&
    row.linkState === 'open' &&
    lines.some((line) => line.state === 'open' && line.kind === 'due')
  return {
    ...payment,
    payUrl: payable ? providerLinkUrl : null,
    receipt:
      receiptPublicId === null || number === null
        ? null
        : { publicId: receiptPublicId, number, cancelled: isCancelled },
    student: person(row),
    lines,
  }
}

export type PaymentView = NonNullable<Awaited<ReturnType<typeof findPayment>>>
