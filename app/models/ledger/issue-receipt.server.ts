import { execute, select, selectOne, selectRows, text, textOrNull } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
import { columnsOf } from '~/models/shared/table.server'
import { dueName } from './due-words'
import type { LedgerScope } from './locks.server'
import type { DueKind } from './options'
import type { FeeReceiptLine, FeeReceiptView } from './receipt-view'
import { type DuePart, offlineTransactionId, receiptNumber, shareOfDue } from './rules'
import { Payment, Receipt } from './tables.server'

export interface IssuedReceipt {
  publicId: string
  number: string
  transactionId: string
  view: FeeReceiptView
}

/** A due that money came for although it was settled meanwhile. */
export interface ReceiptExcess {
  name: string
  title: string
  amountPaise: number
}

/**
 * Issues the one receipt of a payment: takes the school's next number of the financial year (without gaps, since the
 * counter moves in this transaction only) and freezes everything it shows. The PDF is made by a job. `excess` names what
 * the excess was paid for.
 */
export async function issueReceipt(scope: LedgerScope, payment: Payment, excess: readonly ReceiptExcess[]) {
  const issuedAt = new Date()
  const financialYear = financialYearOf(todayInIndia(issuedAt))
  // The lines first: from the counter on, every other payment of the school waits for this one.
  const [shown] = await readShown(scope, [payment.id])
  if (!shown) throw new Error('The student of the payment is gone')
  const number = await takeNumbers(scope, financialYear, 1)
  const transactionId = payment.transactionId ?? offlineTransactionId(financialYear, number)
  const paid = { ...payment, transactionId, paidAt: payment.paidAt ?? issuedAt }
  const row = receiptRow(scope, paid, shown, { financialYear, number, issuedAt }, excess)
  await Receipt.create(row)
  const { publicId, view } = row
  const uniqueKey = `receipt:${publicId}`
  await enqueueJob({ kind: 'make-receipt', schoolId: scope.schoolId, payload: { receiptId: publicId }, uniqueKey })
  return { publicId, number: view.number, transactionId, view }
}

type Paid = Pick<Payment, 'id' | 'studentId' | 'method' | 'reference'> & { transactionId: string; paidAt: Date }
type Numbered = { financialYear: string; number: number; issuedAt: Date }

/** A step of an import: receipts for payments that came long ago, numbered from `first` on. Their PDFs are made when they are asked for. */
export async function issueReceipts(
  scope: LedgerScope,
  payments: readonly Paid[],
  { first, ...numbering }: { financialYear: string; first: number; issuedAt: Date },
): Promise<void> {
  const found = await readShown(
    scope,
    payments.map(({ id }) => id),
  )
  const shownOf = new Map(found.map((one) => [one.paymentId, one]))
  const rows = payments.map((payment, index) => {
    const shown = shownOf.get(payment.id)
    if (!shown) throw new Error('The student of the payment is gone')
    return receiptRow(scope, payment, shown, { ...numbering, number: first + index }, [])
  })
  await Receipt.bulkCreate(rows)
}

/** The first of the school's next numbers of a financial year; so many are taken. */
export async function takeNumbers({ schoolId }: LedgerScope, financialYear: string, count: number): Promise<number> {
  const key = { schoolId, financialYear, count }
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

function receiptRow(
  { schoolId }: LedgerScope,
  { id: paymentId, studentId, method, transactionId, reference, paidAt }: Paid,
  { school, student, language, lines: found }: Shown,
  { financialYear, number, issuedAt }: Numbered,
  excess: readonly ReceiptExcess[],
) {
  const lines = [...found.dues, ...excessLine(found.excessPaise, excess, language)]
  const view: FeeReceiptView = {
    number: receiptNumber(financialYear, number),
    financialYear,
    issuedOn: todayInIndia(issuedAt),
    cancelled: false,
    school,
    student,
    lines,
    totalPaise: lines.reduce((sum, line) => sum + line.amountPaise, 0),
    method,
    transactionId,
    reference,
    paidAt: paidAt.toISOString(),
  }
  return { publicId: newPublicId(), schoolId, studentId, paymentId, financialYear, number, view, issuedAt }
}

const schoolColumns = {
  schoolName: text('sc.name'),
  address: text('sc.address'),
  phone: text('sc.phone'),
  schoolEmail: text('sc.email'),
}

const studentColumns = {
  name: text("CONCAT(st.first_name, ' ', st.last_name)"),
  enrollmentNumber: text('st.enrollment_number'),
  admissionNumber: textOrNull('i.admission_number'),
  className: textOrNull('c.name'),
  sectionName: textOrNull('se.name'),
  sessionName: textOrNull('a.name'),
  rollNumber: textOrNull('e.roll_number'),
  fatherName: textOrNull('g.father_name'),
}

const partyColumns = {
  paymentId: columnsOf(Payment, 'p', 'id').id,
  language: { sql: 'st.language', read: (stored: unknown) => stored as Language },
  ...schoolColumns,
  ...studentColumns,
}

type Shown = Awaited<ReturnType<typeof readShown>>[number]

/**
 * What receipts of these payments show: school and students as they are today, with the enrollment of the session that the first due
 * belongs to, and what was paid for.
 */
async function readShown({ schoolId }: LedgerScope, paymentIds: readonly number[]) {
  const parties = await selectRows(
    partyColumns,
    `FROM payments p JOIN students st ON st.id = p.student_id JOIN schools sc ON sc.id = p.school_id
     LEFT JOIN guardians g ON g.student_id = st.id LEFT JOIN academic_infos i ON i.student_id = st.id
     LEFT JOIN academic_sessions a ON a.id = (SELECT d.academic_session_id FROM payment_lines l JOIN dues d ON d.id = l.due_id
       WHERE l.payment_id = p.id ORDER BY l.id LIMIT 1)
     LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     WHERE p.school_id = :schoolId AND p.id IN (:paymentIds)`,
    { schoolId, paymentIds },
  )
  const rows = await readPaidDues(schoolId, paymentIds)
  return parties.map(({ paymentId, language, schoolName, address, phone, schoolEmail, ...student }) => ({
    paymentId,
    language,
    school: { name: schoolName, address, phone, email: schoolEmail },
    student,
    lines: receiptLines(rows.get(paymentId) ?? [], language),
  }))
}

type PaidDueRow = {
  paymentId: number
  lineId: number
  kind: 'due' | 'excess'
  paidPaise: number
  partName: string | null
  partPaise: number | null
} & Joined<{
  dueKind: DueKind
  name: string
  title: string
  dueOn: string
  amountPaise: number
  concessionPaise: number
  finePaise: number
}>

/** One row for each part of a settled line's due, by payment. */
async function readPaidDues(schoolId: number, paymentIds: readonly number[]): Promise<Map<number, PaidDueRow[]>> {
  const rows = await select<PaidDueRow>(
    `SELECT l.payment_id AS paymentId, l.id AS lineId, l.kind, l.amount_paise AS paidPaise, d.kind AS dueKind, d.name, d.title,
       d.due_on AS dueOn, d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise, d.fine_paise AS finePaise,
       p.name AS partName, p.amount_paise AS partPaise
     FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id LEFT JOIN due_parts p ON p.due_id = d.id
     WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) AND l.state = 'settled' AND l.kind IN ('due','excess')
     ORDER BY l.id, p.position`,
    { schoolId, paymentIds },
  )
  return groupedBy(rows, (row) => row.paymentId)
}

function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => number): Map<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

function receiptLines(rows: readonly PaidDueRow[], locale: Language): { dues: FeeReceiptLine[]; excessPaise: number } {
  const dues: FeeReceiptLine[] = []
  let excessPaise = 0
  for (const ofLine of groupedBy(rows, (row) => row.lineId).values()) {
    const [row] = ofLine
    if (!row || row.kind === 'excess' || row.dueKind === null) {
      excessPaise += row?.paidPaise ?? 0
      continue
    }
    const named = (name: string) => dueName({ kind: row.dueKind, name }, locale)
    const parts = ofLine.flatMap(({ partName, partPaise }): DuePart[] =>
      partName === null ? [] : [{ name: named(partName), amountPaise: partPaise ?? 0 }],
    )
    dues.push({
      feeName: named(row.name),
      title: row.title,
      dueOn: row.dueOn,
      ...shareOfDue({ ...row, parts }, row.paidPaise),
      amountPaise: row.paidPaise,
    })
  }
  return { dues, excessPaise }
}

/** Money for dues that were settled meanwhile is acknowledged too: kept for the payer, with the fees that it was paid for. */
function excessLine(excessPaise: number, excess: readonly ReceiptExcess[], locale: Language): FeeReceiptLine[] {
  if (excessPaise === 0) return []
  return [
    {
      feeName: m.payments_receipt_excess({}, { locale }),
      title: '',
      dueOn: null,
      parts: excess.map((due) => ({ name: `${due.name} – ${due.title}`, amountPaise: due.amountPaise })),
      concessionPaise: 0,
      finePaise: 0,
      amountPaise: excessPaise,
    },
  ]
}
