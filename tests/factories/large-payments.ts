import { execute, select } from '~/database/database.server'
import type { FeeReceiptView } from '~/models/ledger/receipt-view'
import { offlineTransactionId, receiptNumber } from '~/models/ledger/rules'
import { financialYearOf } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
import type { MadeSession } from './academics'
import { insertMany } from './insert'
import type { MadeSchool } from './school'

interface DueToPay {
  id: number
  studentId: number
  name: string
  title: string
  dueOn: string
  amountPaise: number
  studentName: string
  enrollmentNumber: string
  fatherName: string
  className: string
  sectionName: string
  rollNumber: number
}

/** Every due of the year is paid in cash on its day; of a year that runs, what was due before `today`, but not by every seventh. */
export async function payYear(school: MadeSchool, session: MadeSession, today: string | null): Promise<void> {
  const dues = await select<DueToPay>(
    `SELECT d.id, d.student_id AS studentId, d.name, d.title, d.due_on AS dueOn, d.amount_paise AS amountPaise,
       CONCAT(st.first_name, ' ', st.last_name) AS studentName, st.enrollment_number AS enrollmentNumber,
       g.father_name AS fatherName, c.name AS className, sec.name AS sectionName, e.roll_number AS rollNumber
     FROM dues d JOIN students st ON st.id = d.student_id JOIN guardians g ON g.student_id = st.id
     JOIN enrollments e ON e.student_id = d.student_id AND e.academic_session_id = d.academic_session_id
     JOIN classes c ON c.id = e.class_id JOIN sections sec ON sec.id = e.section_id
     WHERE d.school_id = :schoolId AND d.academic_session_id = :sessionId AND (:today IS NULL OR d.due_on < :today)
     ORDER BY d.due_on, d.id`,
    { schoolId: school.id, sessionId: session.id, today },
  )
  const paid = dues.filter((_, index) => today === null || index % 7 !== 0)
  const financialYear = financialYearOf(session.startsOn)
  const payments = paid.map((due, index) => {
    const paidAt = new Date(`${due.dueOn}T12:00:00+05:30`)
    const number = index + 1
    return { due, number, paidAt, publicId: newPublicId(), transactionId: offlineTransactionId(financialYear, number) }
  })
  await insertMany(
    'payments',
    payments.map(({ due, publicId, transactionId, paidAt }) => ({
      public_id: publicId,
      school_id: school.id,
      student_id: due.studentId,
      method: 'cash',
      state: 'paid',
      amount_paise: due.amountPaise,
      captured_paise: due.amountPaise,
      transaction_id: transactionId,
      form_key: `large-${publicId}`,
      paid_at: paidAt,
      created_at: paidAt,
      updated_at: paidAt,
    })),
  )
  const ids = await paymentIds(school)
  await insertMany(
    'payment_lines',
    payments.map(({ due, publicId, paidAt }) => ({
      school_id: school.id,
      payment_id: ids.get(publicId) ?? 0,
      due_id: due.id,
      kind: 'due',
      state: 'settled',
      is_online: 0,
      amount_paise: due.amountPaise,
      settled_at: paidAt,
      created_at: paidAt,
    })),
  )
  await insertMany(
    'receipts',
    payments.map(({ due, publicId, number, transactionId, paidAt }) => ({
      public_id: newPublicId(),
      school_id: school.id,
      student_id: due.studentId,
      payment_id: ids.get(publicId) ?? 0,
      financial_year: financialYear,
      number,
      view: JSON.stringify(receiptView(school, session, due, { financialYear, number, transactionId, paidAt })),
      issued_at: paidAt,
    })),
  )
  await execute(
    `UPDATE dues d JOIN payment_lines l ON l.due_id = d.id AND l.state = 'settled' SET d.paid_paise = l.amount_paise
     WHERE d.school_id = :schoolId AND d.academic_session_id = :sessionId`,
    { schoolId: school.id, sessionId: session.id },
  )
  await execute(
    'INSERT INTO receipt_counters (school_id, financial_year, last_number) VALUES (:schoolId, :financialYear, :count)',
    { schoolId: school.id, financialYear, count: payments.length },
  )
}

async function paymentIds(school: MadeSchool): Promise<Map<string, number>> {
  const rows = await select<{ id: number; publicId: string }>(
    'SELECT id, public_id AS publicId FROM payments WHERE school_id = :schoolId',
    { schoolId: school.id },
  )
  return new Map(rows.map((row) => [row.publicId, row.id]))
}

function receiptView(
  school: MadeSchool,
  session: MadeSession,
  due: DueToPay,
  of: { financialYear: string; number: number; transactionId: string; paidAt: Date },
): FeeReceiptView {
  return {
    number: receiptNumber(of.financialYear, of.number),
    financialYear: of.financialYear,
    issuedOn: due.dueOn,
    cancelled: false,
    school: { name: school.name, address: school.address, phone: school.phone, email: school.email },
    student: {
      name: due.studentName,
      enrollmentNumber: due.enrollmentNumber,
      className: due.className,
      sectionName: due.sectionName,
      sessionName: session.name,
      rollNumber: String(due.rollNumber),
      fatherName: due.fatherName,
    },
    lines: [
      {
        feeName: due.name,
        title: due.title,
        dueOn: due.dueOn,
        parts: [{ name: due.name, amountPaise: due.amountPaise }],
        concessionPaise: 0,
        finePaise: 0,
        amountPaise: due.amountPaise,
      },
    ],
    totalPaise: due.amountPaise,
    method: 'cash',
    transactionId: of.transactionId,
    reference: null,
    paidAt: of.paidAt.toISOString(),
  }
}
