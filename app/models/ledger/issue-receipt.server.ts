import { execute, select, selectOne } from '~/database/connection.server'
import type { Joined } from '~/database/rows'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueJob } from '~/models/outbox/enqueue.server'
import { financialYearOf, todayInIndia } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
import { dueName } from './due-words'
import type { LedgerScope } from './locks.server'
import type { DueKind } from './options'
import type { FeeReceiptLine, FeeReceiptView } from './receipt-view'
import { type DuePart, offlineTransactionId, receiptNumber, shareOfDue } from './rules'
import { type Payment, Receipt } from './tables.server'

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
export async function issueReceipt(
  scope: LedgerScope,
  payment: Payment,
  excess: readonly ReceiptExcess[],
): Promise<IssuedReceipt> {
  const issuedAt = new Date()
  const issuedOn = todayInIndia(issuedAt)
  const financialYear = financialYearOf(issuedOn)
  // The lines first: from the counter on, every other payment of the school waits for this one.
  const parties = await readParties(scope, payment)
  const lines = await receiptLines(payment, parties.language)
  const next = await nextNumber(scope, financialYear)
  const number = receiptNumber(financialYear, next)
  const transactionId = payment.transactionId ?? offlineTransactionId(financialYear, next)
  const shown = [...lines.dues, ...excessLine(lines.excessPaise, excess, parties.language)]
  const view: FeeReceiptView = {
    number,
    financialYear,
    issuedOn,
    cancelled: false,
    school: parties.school,
    student: parties.student,
    lines: shown,
    totalPaise: shown.reduce((sum, line) => sum + line.amountPaise, 0),
    method: payment.method,
    transactionId,
    reference: payment.reference,
    paidAt: (payment.paidAt ?? issuedAt).toISOString(),
  }
  const receipt = await Receipt.create({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    studentId: payment.studentId,
    paymentId: payment.id,
    financialYear,
    number: next,
    view,
    issuedAt,
  })
  const { publicId } = receipt
  await enqueueJob({
    kind: 'make-receipt',
    schoolId: scope.schoolId,
    payload: { receiptId: publicId },
    uniqueKey: `receipt:${publicId}`,
  })
  return { publicId, number, transactionId, view }
}

async function nextNumber(scope: LedgerScope, financialYear: string): Promise<number> {
  const key = { schoolId: scope.schoolId, financialYear }
  await execute(
    `INSERT INTO receipt_counters (school_id, financial_year, last_number) VALUES (:schoolId, :financialYear, 1)
     ON DUPLICATE KEY UPDATE last_number = last_number + 1`,
    key,
  )
  const row = await selectOne<{ lastNumber: number }>(
    'SELECT last_number AS lastNumber FROM receipt_counters WHERE school_id = :schoolId AND financial_year = :financialYear',
    key,
  )
  if (!row) throw new Error('The receipt counter is gone')
  return row.lastNumber
}

type PaidDueRow = {
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

async function receiptLines(
  payment: Payment,
  locale: Language,
): Promise<{ dues: FeeReceiptLine[]; excessPaise: number }> {
  const rows = await select<PaidDueRow>(
    `SELECT l.id AS lineId, l.kind, l.amount_paise AS paidPaise, d.kind AS dueKind, d.name, d.title, d.due_on AS dueOn,
       d.amount_paise AS amountPaise, d.concession_paise AS concessionPaise, d.fine_paise AS finePaise,
       p.name AS partName, p.amount_paise AS partPaise
     FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id LEFT JOIN due_parts p ON p.due_id = d.id
     WHERE l.school_id = :schoolId AND l.payment_id = :paymentId AND l.state = 'settled' AND l.kind IN ('due','excess')
     ORDER BY l.id, p.position`,
    { schoolId: payment.schoolId, paymentId: payment.id },
  )
  const byLine = new Map<number, { row: PaidDueRow; parts: DuePart[] }>()
  for (const row of rows) {
    const line = byLine.get(row.lineId) ?? { row, parts: [] }
    if (row.partName !== null && row.dueKind !== null) {
      line.parts.push({
        name: dueName({ kind: row.dueKind, name: row.partName }, locale),
        amountPaise: row.partPaise ?? 0,
      })
    }
    byLine.set(row.lineId, line)
  }
  const dues: FeeReceiptLine[] = []
  let excessPaise = 0
  for (const { row, parts } of byLine.values()) {
    if (row.kind === 'excess' || row.dueKind === null) {
      excessPaise += row.paidPaise
      continue
    }
    const share = shareOfDue({ ...row, parts }, row.paidPaise)
    dues.push({
      feeName: dueName({ kind: row.dueKind, name: row.name }, locale),
      title: row.title,
      dueOn: row.dueOn,
      ...share,
      amountPaise: row.paidPaise,
    })
  }
  return { dues, excessPaise }
}

/** Money for dues that were settled meanwhile is acknowledged too: kept for the payer, with the fees that it was paid for. */
function excessLine(excessPaise: number, excess: readonly ReceiptExcess[], locale: Language): FeeReceiptLine[] {
  if (excessPaise === 0) return []
  const name = m.payments_receipt_excess({}, { locale })
  return [
    {
      feeName: name,
      title: '',
      dueOn: null,
      parts: excess.map((due) => ({ name: `${due.name} – ${due.title}`, amountPaise: due.amountPaise })),
      concessionPaise: 0,
      finePaise: 0,
      amountPaise: excessPaise,
    },
  ]
}

interface PartiesRow {
  schoolName: string
  address: string
  phone: string
  email: string
  firstName: string
  lastName: string
  language: Language
  enrollmentNumber: string
  admissionNumber: string | null
  fatherName: string | null
  className: string | null
  sectionName: string | null
  sessionName: string | null
  rollNumber: number | null
}

/** School and student as they are today, with the enrollment of the session that the first due belongs to. */
async function readParties(scope: LedgerScope, payment: Payment) {
  const row = await selectOne<PartiesRow>(
    `SELECT sc.name AS schoolName, sc.address, sc.phone, sc.email, st.first_name AS firstName, st.last_name AS lastName,
       st.language, st.enrollment_number AS enrollmentNumber, i.admission_number AS admissionNumber,
       g.father_name AS fatherName, c.name AS className, se.name AS sectionName, a.name AS sessionName, e.roll_number AS rollNumber
     FROM students st JOIN schools sc ON sc.id = st.school_id
     LEFT JOIN guardians g ON g.student_id = st.id LEFT JOIN academic_infos i ON i.student_id = st.id
     LEFT JOIN academic_sessions a ON a.id = (SELECT d.academic_session_id FROM payment_lines l JOIN dues d ON d.id = l.due_id
       WHERE l.payment_id = :paymentId ORDER BY l.id LIMIT 1)
     LEFT JOIN enrollments e ON e.student_id = st.id AND e.academic_session_id = a.id
     LEFT JOIN classes c ON c.id = e.class_id LEFT JOIN sections se ON se.id = e.section_id
     WHERE st.school_id = :schoolId AND st.id = :studentId`,
    { schoolId: scope.schoolId, studentId: payment.studentId, paymentId: payment.id },
  )
  if (!row) throw new Error('The student of the payment is gone')
  return {
    language: row.language,
    school: { name: row.schoolName, address: row.address, phone: row.phone, email: row.email },
    student: {
      name: `${row.firstName} ${row.lastName}`,
      enrollmentNumber: row.enrollmentNumber,
      admissionNumber: row.admissionNumber,
      className: row.className,
      sectionName: row.sectionName,
      sessionName: row.sessionName,
      rollNumber: row.rollNumber === null ? null : String(row.rollNumber),
      fatherName: row.fatherName,
    },
  }
}
