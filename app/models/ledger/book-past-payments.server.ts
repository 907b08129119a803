import { execute, select, selectOne } from '~/database/connection.server'
import { recordAudits } from '~/models/audit/record-audit.server'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { keepFines } from './fines.server'
import type { OfflineMethod } from './options'
import type { FeeReceiptLine, FeeReceiptView } from './receipt-view'
import { type DueAmounts, type DuePart, offlineTransactionId, paidInstant, receiptNumber, shareOfDue } from './rules'
import { Payment, PaymentLine, Receipt } from './tables.server'

export interface PastPayment {
  studentId: number
  method: OfflineMethod
  amountPaise: number
  reference: string | null
  remarks: string | null
  /** `YYYY-MM-DD`, the day in India on which the money came. */
  paidOn: string
  /** Unique in the school: the same payment is booked once. */
  formKey: string
  /**
   * What it gives to which due; sums to the amount, and no due gets more than it owes. `finePaise` where that ends the fine: what it had
   * grown to by that day.
   */
  lines: ReadonlyArray<{ dueId: number; amountPaise: number; finePaise: number | null }>
}

/**
 * A step of an import: money that came to the office long ago, as paid offline payments, each with its receipt of today (numbers
 * follow each other without gaps). Nobody is mailed, and a receipt's PDF is made when it is asked for. The ledgers are locked by
 * the caller; the CHECK `dues_not_overpaid` keeps a due from more than it owes.
 */
export async function bookPastPayments(scope: SchoolScope, payments: readonly PastPayment[]): Promise<void> {
  if (payments.length === 0) return
  const issuedAt = new Date()
  const financialYear = financialYearOf(todayInIndia(issuedAt))
  const fines = new Map(payments.flatMap(({ lines }) => lines.flatMap(endedFine)))
  await keepFines(scope, [...fines])
  const dues = await readDues(scope, payments)
  const parties = await readParties(scope, payments)
  const first = await takeNumbers(scope, financialYear, payments.length)
  const booked = await writePayments(scope, payments, { financialYear, first, issuedAt })
  await writeLines(scope, payments, booked, issuedAt)
  const receipts = payments.map((payment, index) => {
    const number = first + index
    const view: FeeReceiptView = {
      number: receiptNumber(financialYear, number),
      financialYear,
      issuedOn: todayInIndia(issuedAt),
      cancelled: false,
      school: parties.school,
      student: partyOf(parties.students, payment, dues),
      lines: payment.lines.map((line) => lineOf(line, dues)),
      totalPaise: payment.amountPaise,
      method: payment.method,
      transactionId: offlineTransactionId(financialYear, number),
      reference: payment.reference,
      paidAt: paidInstant(payment.paidOn, issuedAt).toISOString(),
    }
    return {
      publicId: newPublicId(),
      schoolId: scope.schoolId,
      studentId: payment.studentId,
      paymentId: booked[index] ?? 0,
      financialYear,
      number,
      view: JSON.stringify(view),
      issuedAt,
    }
  })
  await Receipt.bulkCreate(receipts)
  await recordAudits(
    scope,
    payments.map(({ amountPaise, method, paidOn }, index) => ({
      action: 'payment.paid',
      subject: { kind: 'payment', id: booked[index] ?? null },
      details: { amountPaise, method, paidOn, imported: true },
    })),
  )
}

const endedFine = ({ dueId, finePaise }: PastPayment['lines'][number]): Array<[number, number]> =>
  finePaise === null ? [] : [[dueId, finePaise]]

interface Numbering {
  financialYear: string
  first: number
  issuedAt: Date
}

async function takeNumbers(scope: SchoolScope, financialYear: string, count: number): Promise<number> {
  const key = { schoolId: scope.schoolId, financialYear, count }
  await execute(
    `INSERT INTO receipt_counters (school_id, financial_year, last_number) VALUES (:schoolId, :financialYear, :count)
     ON DUPLICATE KEY UPDATE last_number = last_number + :count`,
    key,
  )
  const row = await selectOne<{ last: number }>(
    'SELECT last_number AS last FROM receipt_counters WHERE school_id = :schoolId AND financial_year = :financialYear',
    key,
  )
  if (!row) throw new Error('The receipt counter is gone')
  return row.last - count + 1
}

/** Answers the payments' ids in their order. */
async function writePayments(
  scope: SchoolScope,
  payments: readonly PastPayment[],
  { financialYear, first, issuedAt }: Numbering,
): Promise<number[]> {
  const rows = payments.map((payment, index) => ({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    studentId: payment.studentId,
    method: payment.method,
    state: 'paid' as const,
    amountPaise: payment.amountPaise,
    capturedPaise: payment.amountPaise,
    transactionId: offlineTransactionId(financialYear, first + index),
    reference: payment.reference,
    remarks: payment.remarks,
    formKey: payment.formKey,
    recordedBy: scope.actor.id,
    paidAt: paidInstant(payment.paidOn, issuedAt),
  }))
  await Payment.bulkCreate(rows)
  const found = await Payment.findAll({
    attributes: ['id', 'publicId'],
    where: { schoolId: scope.schoolId, publicId: rows.map((row) => row.publicId) },
    raw: true,
  })
  const idOf = new Map(found.map((row) => [row.publicId, row.id]))
  return rows.map((row) => idOf.get(row.publicId) ?? 0)
}

async function writeLines(
  scope: SchoolScope,
  payments: readonly PastPayment[],
  paymentIds: readonly number[],
  settledAt: Date,
): Promise<void> {
  const lines = payments.flatMap((payment, index) =>
    payment.lines.map((line) => ({
      schoolId: scope.schoolId,
      paymentId: paymentIds[index] ?? 0,
      dueId: line.dueId,
      kind: 'due' as const,
      state: 'settled' as const,
      isOnline: false,
      amountPaise: line.amountPaise,
      settledAt,
    })),
  )
  await PaymentLine.bulkCreate(lines)
  await execute(
    `UPDATE dues d JOIN (SELECT due_id, SUM(amount_paise) AS amount FROM payment_lines WHERE payment_id IN (:paymentIds)
       GROUP BY due_id) l ON l.due_id = d.id
     SET d.paid_paise = d.paid_paise + l.amount, d.updated_at = UTC_TIMESTAMP(3) WHERE d.school_id = :schoolId`,
    { schoolId: scope.schoolId, paymentIds: [...paymentIds] },
  )
}

interface BookedDue extends DueAmounts {
  id: number
  academicSessionId: number
  name: string
  title: string
  dueOn: string
  parts: DuePart[]
}

async function readDues(scope: SchoolScope, payments: readonly PastPayment[]): Promise<Map<number, BookedDue>> {
  const ids = [...new Set(payments.flatMap((payment) => payment.lines.map((line) => line.dueId)))]
  const rows = await select<Omit<BookedDue, 'parts'> & { partName: string | null; partPaise: number | null }>(
    `SELECT d.id, d.academic_session_id AS academicSessionId, d.name, d.title, d.due_on AS dueOn, d.amount_paise AS amountPaise,
       d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise, p.name AS partName,
       p.amount_paise AS partPaise
     FROM dues d LEFT JOIN due_parts p ON p.due_id = d.id
     WHERE d.school_id = :schoolId AND d.id IN (:ids) ORDER BY d.id, p.position`,
    { schoolId: scope.schoolId, ids },
  )
  const dues = new Map<number, BookedDue>()
  for (const { partName, partPaise, ...row } of rows) {
    const due = dues.get(row.id) ?? { ...row, parts: [] }
    if (partName !== null) due.parts.push({ name: partName, amountPaise: partPaise ?? 0 })
    dues.set(row.id, due)
  }
  return dues
}

function lineOf(line: PastPayment['lines'][number], dues: ReadonlyMap<number, BookedDue>): FeeReceiptLine {
  const due = dues.get(line.dueId)
  if (!due) throw new Error('A due of the payment is gone')
  return {
    feeName: due.name,
    title: due.title,
    dueOn: due.dueOn,
    ...shareOfDue(due, line.amountPaise),
    amountPaise: line.amountPaise,
  }
}

type Party = FeeReceiptView['student']

/** School and students as they are today; a student's place in each session. */
async function readParties(scope: SchoolScope, payments: readonly PastPayment[]) {
  const { schoolId } = scope
  const school = await selectOne<FeeReceiptView['school']>(
    'SELECT name, address, phone, email FROM schools WHERE id = :schoolId',
    { schoolId },
  )
  if (!school) throw new Error('The school is gone')
  const rows = await select<
    Omit<Party, 'rollNumber' | 'enrollmentNumber'> & {
      studentId: number
      enrollmentNumber: string
      sessionId: number | null
      rollNumber: number | null
    }
  >(
    `SELECT st.id AS studentId, CONCAT(st.first_name, ' ', st.last_name) AS name, st.enrollment_number AS enrollmentNumber,
       i.admission_number AS admissionNumber, g.father_name AS fatherName, e.academic_session_id AS sessionId,
       c.name AS className, se.name AS sectionName, a.name AS sessionName, e.roll_number AS rollNumber
     FROM students st LEFT JOIN guardians g ON g.student_id = st.id LEFT JOIN enrollments e ON e.student_id = st.id
     LEFT JOIN academic_infos i ON i.student_id = st.id
     LEFT JOIN academic_sessions a ON a.id = e.academic_session_id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     WHERE st.school_id = :schoolId AND st.id IN (:studentIds)`,
    { schoolId, studentIds: [...new Set(payments.map((payment) => payment.studentId))] },
  )
  return { school, students: rows }
}

function partyOf(
  rows: Awaited<ReturnType<typeof readParties>>['students'],
  payment: PastPayment,
  dues: ReadonlyMap<number, BookedDue>,
): Party {
  const sessionId = dues.get(payment.lines[0]?.dueId ?? 0)?.academicSessionId
  const own = rows.filter((row) => row.studentId === payment.studentId)
  const placed = own.find((row) => row.sessionId === sessionId)
  const [any] = own
  if (!any) throw new Error('The student of the payment is gone')
  return {
    name: any.name,
    enrollmentNumber: any.enrollmentNumber,
    admissionNumber: any.admissionNumber,
    fatherName: any.fatherName,
    className: placed?.className ?? null,
    sectionName: placed?.sectionName ?? null,
    sessionName: placed?.sessionName ?? null,
    rollNumber: placed?.rollNumber == null ? null : String(placed.rollNumber),
  }
}
