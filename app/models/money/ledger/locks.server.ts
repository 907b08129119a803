import { lockRows, number, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { amountColumns } from './books/columns.server'
import { Due, Payment, PaymentLine } from './tables.server'

/** Scopes that may access the ledger: a school for all its students, a student for their own money. */
export type LedgerScope = SchoolScope | StudentScope

/** Scopes that act for one student: the student, or the school for one of its students. */
export type ForStudent = LedgerScope & { readonly studentId: number }

/** Student to whom a scope is limited, or null for the school. */
export function studentOf(scope: LedgerScope): number | null {
  return 'studentId' in scope ? scope.studentId : null
}

/**
 * Makes this transaction the only one that changes money of the student. Every write to the ledger starts here, so that
 * no two writes read the same balance, and all lock in one order.
 */
export async function lockLedger(scope: LedgerScope, studentId: number): Promise<void> {
  await lockRows('FROM students WHERE school_id = :schoolId AND id = :studentId', {
    schoolId: scope.schoolId,
    studentId,
  })
}

/** `lockLedger` for many students, always in the order of ids, to avoid deadlocks. */
export async function lockLedgers(scope: LedgerScope, studentIds: readonly number[]): Promise<void> {
  if (studentIds.length === 0) return
  await lockRows('FROM students WHERE school_id = :schoolId AND id IN (:studentIds) ORDER BY id', {
    schoolId: scope.schoolId,
    studentIds: [...studentIds],
  })
}

/** Reads a payment after locking its student's ledger; null when the scope has no such payment. */
export async function lockPayment(scope: LedgerScope, key: { id: number } | { publicId: string }) {
  const filter = { ...key, schoolId: scope.schoolId }
  const paymentRow = await Payment.findOne({ attributes: ['id', 'studentId'], where: filter, raw: true })
  const ownStudentId = studentOf(scope)
  if (!paymentRow || (ownStudentId !== null && ownStudentId !== paymentRow.studentId)) return null
  await lockLedger(scope, paymentRow.studentId)
  return Payment.findOne({ where: { id: paymentRow.id, schoolId: scope.schoolId }, raw: true })
}

const dueColumns = { ...columnsOf(Due, 'd', 'id', 'publicId', 'state', 'kind', 'name', 'title'), ...amountColumns }

/** Dues of one student by public id, in the order of the due dates. Lock the ledger first. */
export async function readDues({ schoolId }: LedgerScope, studentId: number, publicIds: readonly string[]) {
  if (publicIds.length === 0) return []
  return selectRows(
    dueColumns,
    `FROM dues d WHERE d.school_id = :schoolId AND d.student_id = :studentId AND d.public_id IN (:publicIds)
     ORDER BY d.due_on, d.id`,
    { schoolId, studentId, publicIds },
  )
}

export type LockedDue = Awaited<ReturnType<typeof readDues>>[number]

export async function readDuesById({ schoolId }: LedgerScope, ids: readonly number[]): Promise<Map<number, LockedDue>> {
  if (ids.length === 0) return new Map()
  const rest = 'FROM dues d WHERE d.school_id = :schoolId AND d.id IN (:ids)'
  return new Map((await selectRows(dueColumns, rest, { schoolId, ids })).map((row) => [row.id, row]))
}

/** Lines of a payment in the order of writing. */
export function readLines(payment: Pick<Payment, 'id' | 'schoolId'>): Promise<PaymentLine[]> {
  return PaymentLine.findAll({ where: { schoolId: payment.schoolId, paymentId: payment.id }, order: ['id'], raw: true })
}

/** Locks payment lines, so that closing the cash and splitting lines for credit run one after the other. */
export async function lockLines(schoolId: number, lines: ReadonlyArray<{ id: number }>): Promise<void> {
  if (lines.length === 0) return
  const ids = lines.map((line) => line.id)
  await lockRows('FROM payment_lines WHERE school_id = :schoolId AND id IN (:ids) ORDER BY id', { schoolId, ids })
}

/** Ids of online payments that could still pay one of these dues. */
export async function openOnlinePayments(scope: LedgerScope, dueIds: readonly number[]): Promise<number[]> {
  if (dueIds.length === 0) return []
  const rows = await selectRows(
    { paymentId: number('payment_id') },
    `FROM payment_lines WHERE due_id IN (:dueIds) AND is_open_online = 1 AND school_id = :schoolId
     GROUP BY payment_id`,
    { dueIds: [...dueIds], schoolId: scope.schoolId },
  )
  return rows.map((row) => row.paymentId)
}

/** Student of these dues; null when there is none, more than one, or the dues are not the school's. */
export async function findStudentOfDues(scope: SchoolScope, duePublicIds: readonly string[]): Promise<number | null> {
  if (duePublicIds.length === 0) return null
  const rows = await selectRows(
    { studentId: number('student_id') },
    'FROM dues WHERE school_id = :schoolId AND public_id IN (:ids) GROUP BY student_id',
    { schoolId: scope.schoolId, ids: [...duePublicIds] },
  )
  const [only, ...others] = rows
  return only && others.length === 0 ? only.studentId : null
}
