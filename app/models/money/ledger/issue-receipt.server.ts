import {
  allOrNone,
  flag,
  number,
  numberOrNull,
  type RowOf,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { isToldSql } from '~/models/contact/messaging/message-rules.server'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { groupBy } from '~/models/core/shared/group-by'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { classColumns, joinEnrollment, ledgerStudentColumns } from './books/columns.server'
import { dueName } from './due-words'
import type { LedgerScope } from './locks.server'
import type { DueKind } from './options'
import type { FeeReceiptLine, FeeReceiptView } from './receipt-view'
import { type DuePart, dueBalance, offlineTransactionId, receiptNumber, shareOfDue } from './rules'
import { type Payment, Receipt } from './tables.server'

/** Due that was already settled when a payment for it arrived, so that `amountPaise` of the payment became excess. */
export interface ReceiptExcess {
  name: string
  title: string
  amountPaise: number
}

/**
 * Issues the one receipt of a payment: draws the school's next number of the financial year (without gaps, as the
 * counter moves only in this transaction) and freezes its content. A job makes the PDF. `excess` names the dues that
 * the excess was meant for.
 */
export async function issueReceipt(scope: LedgerScope, payment: Payment, excess: readonly ReceiptExcess[]) {
  const issuedAt = new Date()
  const financialYear = financialYearOf(todayInIndia(issuedAt))
  // Reads the lines first: once the counter is locked, every other payment of the school waits for this one.
  const receiptViews = await readShown(scope, [payment.id])
  const first = await takeNumbers(scope, 'receipt_counters', { financial_year: financialYear })
  const transactionId = payment.transactionId ?? offlineTransactionId(financialYear, first)
  const paid = { ...payment, transactionId, paidAt: payment.paidAt ?? issuedAt }
  const [row] = await writeReceipts(scope, [paid], receiptViews, { financialYear, first, issuedAt }, excess)
  if (!row) throw new Error('The payment got no receipt')
  const { publicId, view } = row
  const uniqueKey = `receipt:${publicId}`
  await enqueueJob({ kind: 'make-receipt', schoolId: scope.schoolId, payload: { receiptId: publicId }, uniqueKey })
  const values = { amount: view.totalPaise, number: view.number }
  // `isTold` is read with the receipt's data, so that a school that does not notify of receipts needs no extra query.
  if (receiptViews.some(({ isTold }) => isTold))
    await notifyFamily(scope, { event: 'receipt', studentId: payment.studentId, values, onceKey: uniqueKey })
  return { publicId, number: view.number, transactionId, view }
}

export type IssuedReceipt = Awaited<ReturnType<typeof issueReceipt>>

type Paid = Pick<Payment, 'id' | 'studentId' | 'method' | 'reference'> & { transactionId: string; paidAt: Date }
type Numbering = { financialYear: string; first: number; issuedAt: Date }

/**
 * Runs in the import's transaction: issues receipts for past payments, numbered from `first` on. Their PDFs are made on
 * request.
 */
export async function issueReceipts(scope: LedgerScope, payments: readonly Paid[], numbering: Numbering) {
  const ids = payments.map(({ id }) => id)
  await writeReceipts(scope, payments, await readShown(scope, ids), numbering, [])
}

/** Writes a receipt for each payment, and returns their rows in the order of the payments. */
async function writeReceipts(
  { schoolId }: LedgerScope,
  payments: readonly Paid[],
  receiptViews: readonly Shown[],
  { financialYear, first, issuedAt }: Numbering,
  excess: readonly ReceiptExcess[],
) {
  const shownOf = new Map(receiptViews.map((one) => [one.paymentId, one]))
  const rows = payments.map(({ id: paymentId, studentId, method, transactionId, reference, paidAt }, index) => {
    const receiptView = shownOf.get(paymentId)
    if (!receiptView) throw new Error('The student of the payment is gone')
    const { school, student, language } = receiptView
    const number = first + index
    const lines = [...receiptView.lines.dues, ...excessLine(receiptView.lines.excessPaise, excess, language)]
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
  })
  await Receipt.bulkCreate(rows)
  return rows
}

const partyColumns = {
  paymentId: number('p.id'),
  isTold: flag(isToldSql('p', 'receipt')),
  language: wordOf<Language>('st.language'),
  schoolName: text('sc.name'),
  address: text('sc.address'),
  phone: text('sc.phone'),
  schoolEmail: text('sc.email'),
  name: ledgerStudentColumns.studentName,
  enrollmentNumber: ledgerStudentColumns.enrollmentNumber,
  admissionNumber: textOrNull('i.admission_number'),
  ...classColumns,
  sessionName: textOrNull('a.name'),
  rollNumber: textOrNull('e.roll_number'),
  fatherName: textOrNull('g.father_name'),
}

type Shown = Awaited<ReturnType<typeof readShown>>[number]

/**
 * Content of the receipts of these payments: school and students as of today, the enrollment in the session of the
 * first due (for an advance: the current one), and the paid dues.
 */
async function readShown({ schoolId }: LedgerScope, paymentIds: readonly number[]) {
  const parties = await selectRows(
    partyColumns,
    `FROM payments p JOIN students st ON st.id = p.student_id JOIN schools sc ON sc.id = p.school_id
     LEFT JOIN guardians g ON g.student_id = st.id LEFT JOIN academic_infos i ON i.student_id = st.id
     LEFT JOIN academic_sessions a ON a.id = COALESCE((SELECT d.academic_session_id FROM payment_lines l JOIN dues d ON d.id = l.due_id
       WHERE l.payment_id = p.id ORDER BY l.id LIMIT 1), (SELECT c.id FROM academic_sessions c WHERE c.school_id = p.school_id AND c.is_current = 1))
     ${joinEnrollment('st.id')} WHERE p.school_id = :schoolId AND p.id IN (:paymentIds)`,
    { schoolId, paymentIds },
  )
  const rows = await readPaidDues(schoolId, paymentIds)
  return parties.map(({ paymentId, isTold, language, schoolName, address, phone, schoolEmail, ...student }) => ({
    paymentId,
    isTold,
    language,
    school: { name: schoolName, address, phone, email: schoolEmail },
    student,
    lines: receiptLines(rows.get(paymentId) ?? [], language),
  }))
}

const paidDueColumns = {
  paymentId: number('l.payment_id'),
  lineId: number('l.id'),
  kind: wordOf<'due' | 'excess' | 'advance'>('l.kind'),
  paidPaise: number('l.amount_paise'),
  partName: textOrNull('p.name'),
  partPaise: numberOrNull('p.amount_paise'),
  ...allOrNone({
    dueKind: wordOf<DueKind>('d.kind'),
    name: text('d.name'),
    title: text('d.title'),
    dueOn: text('d.due_on'),
    amountPaise: number('d.amount_paise'),
    concessionPaise: number('d.concession_paise'),
    finePaise: number('d.fine_paise'),
    // Total paid for the due, including this payment.
    duePaidPaise: number('d.paid_paise'),
  }),
}
type PaidDueRow = RowOf<typeof paidDueColumns>

/** Reads the settled lines of these payments with their dues, by payment; one row per fee head of a line's due. */
async function readPaidDues(schoolId: number, paymentIds: readonly number[]): Promise<Map<number, PaidDueRow[]>> {
  const rows = await selectRows<PaidDueRow>(
    paidDueColumns,
    `FROM payment_lines l LEFT JOIN dues d ON d.id = l.due_id LEFT JOIN due_parts p ON p.due_id = d.id
     WHERE l.school_id = :schoolId AND l.payment_id IN (:paymentIds) AND l.state = 'settled' AND l.kind IN ('due','excess','advance')
     ORDER BY l.id, p.position`,
    { schoolId, paymentIds },
  )
  return groupBy(rows, (row) => row.paymentId)
}

function receiptLines(rows: readonly PaidDueRow[], locale: Language): { dues: FeeReceiptLine[]; excessPaise: number } {
  const dues: FeeReceiptLine[] = []
  const plain = { title: '', dueOn: null, parts: [], concessionPaise: 0, finePaise: 0 }
  let excessPaise = 0
  for (const ofLine of groupBy(rows, (row) => row.lineId).values()) {
    const [row] = ofLine
    if (row?.kind === 'advance') {
      dues.push({ ...plain, feeName: m.payments_receipt_advance({}, { locale }), amountPaise: row.paidPaise })
      continue
    }
    if (!row || row.kind === 'excess' || row.dueKind === null) {
      excessPaise += row?.paidPaise ?? 0
      continue
    }
    const labelOf = (name: string) => dueName({ kind: row.dueKind, name }, locale)
    const parts = ofLine.flatMap(({ partName, partPaise }): DuePart[] =>
      partName === null ? [] : [{ name: labelOf(partName), amountPaise: partPaise ?? 0 }],
    )
    dues.push({
      feeName: labelOf(row.name),
      title: row.title,
      dueOn: row.dueOn,
      ...shareOfDue({ ...row, parts }, row.paidPaise),
      amountPaise: row.paidPaise,
      ...(row.paidPaise < dueBalance({ ...row, paidPaise: 0 })
        ? { restPaise: dueBalance({ ...row, paidPaise: row.duePaidPaise }) }
        : {}),
    })
  }
  return { dues, excessPaise }
}

/** Acknowledges money for dues that were already settled: it is kept as excess, with the fees it was meant for. */
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
