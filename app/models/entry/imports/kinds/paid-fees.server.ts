import { flag, inParts, number, type RowOf, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { formatDay } from '~/models/core/shared/calendar'
import { counted } from '~/models/core/shared/counted'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { finedColumns } from '~/models/money/ledger/books/columns.server'
import { bookPastPayments, type PastPayment } from '~/models/money/ledger/counter/book-past-payments.server'
import { coversAllButFine, fineOfDay } from '~/models/money/ledger/fine-rules'
import { offlineNames } from '~/models/money/ledger/office-words'
import { maxDuesOfPayment } from '~/models/money/ledger/options'
import type { OfflineMethod } from '~/models/money/ledger/payment-methods'
import { dueBalance } from '~/models/money/ledger/rules'
import { Due } from '~/models/money/ledger/tables.server'
import { cellText } from '~/services/spreadsheets/port'
import { type FeeOfRow, feesOf, readFees, sumProblems } from '../match/fees-of-row'
import { type PlannedValue, Totals, type TotalsTable, withoutClass } from '../preview'
import { readBalance, readPayment } from '../values/amounts'
import { isCancelled, isFailed, readCancelled } from '../values/cancelled'
import { foldKey, looseKey, readCode } from '../values/cells'
import { readDay } from '../values/days'
import { methodInWords } from '../values/methods'
import { feeColumns } from '../wide-columns'
import {
  type ClassesOfStudents,
  type FeeStudent,
  findSessionOf,
  paiseColumn,
  readClassesOf,
  readFeeStudents,
  sessionColumn,
  sideColumn,
  studentColumn,
  studentNameColumn,
  studentValues,
  withParts,
} from './fee-rows.server'
import { column, lackingColumns, readerOf, upTo } from './field-reader'
import type { FieldRule } from './field-rule'
import { findPaymentKeys, readReferences } from './paid-fee-keys.server'
import {
  type ImportPlan,
  type ImportSettings,
  type KindOfImport,
  type Problem,
  type ReadRow,
  type RowCells,
  type RowValues,
  rejectedFor,
  type Verdict,
} from './port'

/** Headings of UPI reports. A bank's report has them too, beside headings of other methods (`otherHeading`). */
const upiHeading = /\b(?:utr|rrn|upi|vpa|bhim|phonepe|g-?pay|google ?pay|paytm|bharatpe)\b/i
const otherHeading = /\b(?:neft|rtgs|imps|ifsc|cheque|chq|instrument)\b/i

const methodNames = Object.values(offlineNames)
const rules: FieldRule[] = [
  studentColumn,
  column('name', 'Fee', {
    sameForAll: true,
    example: '',
    allowed: 'Name of the fee; if blank, the oldest dues are paid first',
    isFreeText: true,
  }),
  column('title', 'Instalment', { sameForAll: true, example: '', allowed: 'An instalment’s title', isFreeText: true }),
  column('amount', 'Amount', {
    needed: 'always',
    example: '4500',
    allowed: 'Rupees',
    read: (text, _, how) => readPayment(text, how.amount),
    decides: { kind: 'amount', arePayments: true },
  }),
  column('paid_on', 'Paid on', {
    sameForAll: true,
    needed: 'always',
    example: '15/06/2026',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
    decides: { kind: 'day', years: 'past', isPast: true, mayBeBare: false, spanYears: 5 },
    read: (text, today, how) => {
      const day = readDay(text, today, 'past', how.day, how.isDateCell)
      return day.ok && day.text > today ? { ok: false, problem: 'The date cannot be in the future' } : day
    },
  }),
  column('method', 'Method', {
    sameForAll: true,
    needed: 'always',
    example: 'Cash',
    allowed: methodNames.join(', '),
    choices: methodNames,
    read: (text) => {
      const found = methodInWords(text)
      return found
        ? { ok: true, text: found.method }
        : { ok: false, problem: `Write one of: ${methodNames.join(', ')}` }
    },
  }),
  column('reference', 'Reference', {
    example: '',
    allowed: 'Cheque number, UTR, old receipt number',
    read: (text) => {
      const code = readCode(text)
      return code.ok ? upTo(80)(code.text) : code
    },
  }),
  column('remarks', 'Remarks', { sameForAll: true, example: '', read: upTo(200), isFreeText: true }),
  sessionColumn('Required if several sessions have a fee with this name'),
  studentNameColumn,
  column('status', 'Status', {
    example: '',
    allowed: 'A payment that failed or is pending is skipped',
    isOnlyRead: true,
    isFreeText: true,
    read: (text) => ({ ok: true, text: isFailed(text) ? text : '' }),
  }),
  column('total', 'Total', {
    example: '',
    allowed: 'Compared with the sum of the fees in columns of their own; not imported',
    read: (text, _, how) => readBalance(text, how.amount),
    isOnlyRead: true,
  }),
  column('fees', 'Fees', {
    example: '',
    wide: feeColumns,
    read: (text, _, how) => readFees(text, how.amount, how.amount.paidSide),
    decides: { kind: 'amount', arePayments: true, ofFees: true },
  }),
  paiseColumn,
  sideColumn,
  column('receipt_number', 'Old receipt number', {
    example: '',
    allowed: 'The reference if there is no other one; otherwise kept in the remarks',
    isOnlyRead: true,
  }),
  column('cancelled', 'Cancelled', {
    example: '',
    allowed: 'Yes for a receipt that was cancelled or a cheque that bounced: it is skipped',
    isOnlyRead: true,
    isFreeText: true,
    read: readCancelled,
  }),
]

const openDue = {
  ...columnsOf(Due, 'd', 'id', 'studentId', 'name', 'title'),
  sessionId: number('d.academic_session_id'),
  ...finedColumns,
  /** True while a payment link for the due is open: money may arrive at any moment. */
  isOnline: flag('EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.is_open_online = 1)'),
}
type OpenDue = RowOf<typeof openDue>

/** Fees and opening dues of these students, the oldest first. */
async function readDues(scope: SchoolScope, studentIds: readonly number[]): Promise<Map<number, OpenDue[]>> {
  const dues = new Map<number, OpenDue[]>()
  for (const part of inParts([...new Set(studentIds)])) {
    const rows = await selectRows(
      openDue,
      `FROM dues d WHERE d.school_id = :schoolId AND d.student_id IN (:part) AND d.state = 'open' AND d.kind IN ('fee','opening')
       ORDER BY d.student_id, d.due_on, d.id`,
      { schoolId: scope.schoolId, part },
    )
    for (const due of rows) dues.set(due.studentId, [...(dues.get(due.studentId) ?? []), due])
  }
  return dues
}

async function plan(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  { lock = false } = {},
): Promise<ImportPlan> {
  const { students, studentIds, sessions } = await readFeeStudents(scope, rows, settings, lock)
  const duesOf = await readDues(scope, studentIds)
  const feesOfRows = rows.map(({ values }) => (values.fees === undefined ? null : wideFees(values.fees)))
  const { keys, booked } = await findPaymentKeys(
    scope,
    rows.map((row, index) => ({ ...row, values: asOneFee(row.values, feesOfRows[index] ?? null) })),
    students.map(({ student }) => student?.id ?? 0),
  )
  const used = await readReferences(
    scope,
    rows.flatMap((row) => row.values.reference ?? []),
  )
  const ours = new Set(keys)
  const payments: PastPayment[] = []
  const planned = new Map<number, PlannedPayment>()
  const verdicts = rows.map(({ values: cells }, index): Verdict => {
    const formKey = keys[index] ?? ''
    const fees = feesOfRows[index] ?? null
    const values = asOneFee(cells, fees)
    if (values.status !== undefined) return { outcome: 'unchanged', problems: [failed(values.status)], changes: [] }
    const { student = null, problems: wrongNumber = [] } = students[index] ?? {}
    const problems = [
      ...lackingColumns(rules, values, 'always'),
      ...wrongNumber,
      ...(fees ? [...sumProblems(fees, cells.total), ...negativeProblems(fees)] : []),
    ]
    if (problems.length > 0 || !student) return rejectedFor(problems)
    if (fees?.length === 0) return { outcome: 'unchanged', problems: [nothingPaid], changes: [] }
    if (Number(values.amount) < 0) return { outcome: 'unchanged', problems: [otherSide], changes: [] }
    planned.set(index, { student, values, paidFor: [] })
    if (booked.has(formKey)) return { outcome: 'unchanged', problems, changes: [] }
    const reference = values.reference ?? null
    if (reference && (used.get(foldKey(reference)) ?? []).some((other) => !ours.has(other)))
      problems.push({ column: 'Reference', message: 'A payment with this reference is already recorded' })
    const session =
      values.session === undefined ? undefined : findSessionOf(sessions, values.session, settings.sessionId)
    if (values.session !== undefined && !session)
      problems.push({ column: 'Academic session', message: 'There is no such academic session' })
    if (problems.length > 0) return rejectedFor(problems)
    const parts = fees?.map((fee) => ({ ...cells, ...namesOf(fee), amount: String(fee.paise) })) ?? [values]
    const shared = shareAll(parts, duesOf.get(student.id) ?? [], session?.id ?? null, settings.today)
    if (!shared.ok) return rejectedFor([shared.problem])
    planned.set(index, { student, values, paidFor: shared.paidFor })
    payments.push({
      studentId: student.id,
      method: values.method as OfflineMethod,
      amountPaise: Number(values.amount),
      reference,
      remarks: values.remarks ?? null,
      paidOn: values.paid_on ?? settings.today,
      formKey,
      lines: shared.lines,
    })
    return { outcome: 'new', problems, changes: [] }
  })
  const sum = payments.reduce((total, { amountPaise }) => total + amountPaise, 0)
  const newReceipts = payments.length === 1 ? 'with a receipt' : 'each with a receipt'
  const receipts = settings.keepsReceipts ? 'with the old receipts' : newReceipts
  const note = `${formatPaise(sum, { style: 'short' })} will be recorded in ${counted(payments.length, 'payment')}, ${receipts}.`
  const others = verdicts.filter(({ problems: [problem] }) => problem === otherSide).length
  const failures = rows.filter(({ values }) => values.status !== undefined).length
  return {
    verdicts,
    notes: [
      ...(payments.length === 0 ? [] : [note]),
      ...(failures === 0 ? [] : [`Lines skipped because their status says that they are not payments: ${failures}.`]),
      ...(others === 0 ? [] : [`Lines of the other side of the account, which are not imported: ${others}.`]),
    ],
    preview: async () => {
      const classes = await readClassesOf(scope, studentIds)
      return {
        valuesOf: (index) => {
          const payment = verdicts[index]?.outcome === 'rejected' ? undefined : planned.get(index)
          return payment ? paymentValues(payment, classes) : []
        },
        totals: totalsOf(payments, [...planned.values()], classes),
      }
    },
    touches: { paidDues: [...new Set(payments.flatMap(({ lines }) => lines.map(({ dueId }) => dueId)))] },
    write: async (school, progress) => {
      const ids: number[] = []
      for (const part of inParts(payments, 500)) {
        ids.push(...(await bookPastPayments(school, part, { issuesReceipts: !settings.keepsReceipts })))
        await progress(part.length)
      }
      return { ok: true, payments: ids }
    },
  }
}

interface PlannedPayment {
  student: FeeStudent
  /** For a receipt with a column for each fee, `amount` is the sum of the fees. */
  values: RowValues
  /** Dues that the payment covers; empty when the payment is already booked. */
  paidFor: PaidDue[]
}

interface PaidDue {
  name: string
  title: string
  paise: number
}

const inRupees = (paise: number) => formatPaise(paise, { style: 'short' })

/** A payment as the preview shows it. */
function paymentValues({ student, values, paidFor }: PlannedPayment, classes: ClassesOfStudents): PlannedValue[] {
  const { amount, fees, method, paid_on: day, reference } = values
  const source = fees === undefined ? { from: ['amount'] } : { from: ['total'], otherwise: [] }
  return [
    ...studentValues(student, classes),
    { label: 'Payment', text: inRupees(Number(amount ?? 0)), ...source },
    { label: 'Payment', text: offlineNames[method as OfflineMethod] ?? '', from: ['method'] },
    ...(day === undefined ? [] : [{ label: 'Payment', text: formatDay(day, 'en'), from: ['paid_on'] }]),
    ...paidFor.map(({ name, title, paise }) => ({
      label: 'Paid for',
      text: `${name} – ${title}: ${inRupees(paise)}`,
      from: [],
    })),
    ...(reference === undefined ? [] : [{ label: 'Reference', text: reference, from: ['reference'] }]),
  ]
}

function totalsOf(
  payments: readonly PastPayment[],
  planned: readonly PlannedPayment[],
  classes: ClassesOfStudents,
): TotalsTable[] {
  const byMethod = new Totals('New payments by method')
  const byFee = new Totals('New payments by fee')
  const byClass = new Totals('New payments by class')
  for (const { method, studentId, amountPaise } of payments) {
    byMethod.add(offlineNames[method], amountPaise)
    byClass.add(classes.get(studentId)?.className ?? withoutClass, amountPaise)
  }
  for (const { paidFor } of planned) for (const { name, paise } of paidFor) byFee.add(name, paise)
  return [...byMethod.table('largest'), ...byFee.table('largest'), ...byClass.table('classes')]
}

const otherSide: Problem = { column: 'Amount', message: 'Not a payment: the other side of the account' }

const nothingPaid: Problem = { column: 'Fees', message: 'Nothing was paid' }
const failed = (status: string): Problem => ({
  column: 'Status',
  message: 'The status says that it is not a payment',
  value: status.slice(0, maxStatusShown),
})
const maxStatusShown = 60

/** Paid fees of a receipt with a column for each fee. */
const wideFees = (text: string) => feesOf(text).filter(({ paise }) => paise !== 0)

const namesOf = ({ name, title }: FeeOfRow) => ({
  ...(name === undefined ? {} : { name }),
  ...(title === undefined ? {} : { title }),
})

/** Turns a receipt with a column for each fee into one payment: the sum of the fees, with a purpose that lists them. */
function asOneFee(values: RowValues, fees: readonly FeeOfRow[] | null): RowValues {
  if (!fees) return values
  const purpose = fees.map(({ name, title, paise }) => [name, title, paise].filter(Boolean).join(' ')).join(', ')
  const sum = fees.reduce((total, { paise }) => total + paise, 0)
  return { ...values, amount: String(sum), name: purpose }
}

const negativeProblems = (fees: readonly FeeOfRow[]): Problem[] =>
  fees
    .filter(({ paise }) => paise < 0)
    .map(({ name, title }) => ({
      column: 'Fees',
      message: `${name ?? title} is negative. Write what was received, without a minus`,
    }))

/** Uses the number of the old receipt as the reference; if there is a cheque number or UTR, adds it to the remarks. */
function withReceiptNumber({ receipt_number: receipt, ...cells }: RowCells): RowCells {
  if (receipt === undefined || cellText(receipt) === '') return cells
  const { reference, remarks } = cells
  if (cellText(reference) === '') return { ...cells, reference: receipt }
  return { ...cells, remarks: [oldNumber(cellText(receipt)), cellText(remarks)].filter(Boolean).join('. ') }
}

const oldNumber = (number: string) => `Old number ${number}`

/** Gives a receipt a cancelled status if its remarks or a column of cancellations say that it is cancelled. */
function withStatus(cells: RowCells): RowCells {
  const answer = readCancelled(cellText(cells.cancelled))
  if (answer.ok && answer.text === '1') return { ...cells, status: 'Cancelled' }
  const remarks = cellText(cells.remarks)
  return !isFailed(cellText(cells.status)) && isCancelled(remarks) ? { ...cells, status: remarks } : cells
}

/** Makes the number in the method `Cheque No 123456` the reference, and moves an earlier reference to the remarks. */
function withReference(cells: RowCells): RowCells {
  const { method, reference, remarks } = cells
  const number = methodInWords(cellText(method))?.reference
  if (number === undefined) return cells
  const old = cellText(reference)
  if (old === '' || foldKey(old) === foldKey(number)) return { ...cells, reference: number }
  return { ...cells, reference: number, remarks: [oldNumber(old), cellText(remarks)].filter(Boolean).join('. ') }
}

type Shared = { ok: true; lines: PastPayment['lines']; paidFor: PaidDue[] } | { ok: false; problem: Problem }

/** Distributes the fees of a receipt; if one cannot be booked, none is. */
function shareAll(
  parts: readonly RowValues[],
  dues: readonly OpenDue[],
  sessionId: number | null,
  today: string,
): Shared {
  const before = dues.map((due) => ({ ...due }))
  const lines = new Map<number, PastPayment['lines'][number]>()
  const paidFor: PaidDue[] = []
  let refusal: Problem | null = null
  for (const values of parts) {
    const shared = shareOut(values, dues, sessionId, today)
    if (!shared.ok) {
      const fee = parts.length > 1 ? `${values.name ?? values.title}: ` : ''
      refusal = { ...shared.problem, message: `${fee}${shared.problem.message}` }
      break
    }
    paidFor.push(...shared.paidFor)
    // Two columns may pay the same due: one names the fee, the other its instalment.
    for (const line of shared.lines)
      lines.set(line.dueId, { ...line, amountPaise: line.amountPaise + (lines.get(line.dueId)?.amountPaise ?? 0) })
  }
  if (refusal === null && lines.size > maxDuesOfPayment)
    refusal = { column: 'Amount', message: `Covers more than ${maxDuesOfPayment} dues; split the payment` }
  if (refusal === null) return { ok: true, lines: [...lines.values()], paidFor }
  for (const [index, due] of dues.entries()) Object.assign(due, before[index])
  return { ok: false, problem: refusal }
}

/**
 * Distributes a payment to the dues that it names, or to the oldest ones, up to their balances. Reduces these balances.
 */
function shareOut(values: RowValues, dues: readonly OpenDue[], sessionId: number | null, today: string): Shared {
  const matchingDues = dues.filter(
    (due) =>
      (sessionId === null || due.sessionId === sessionId) &&
      (values.name === undefined || looseKey(due.name) === looseKey(values.name)) &&
      (values.title === undefined || looseKey(due.title) === looseKey(values.title)),
  )
  const refuse = (column: string, message: string): Shared => ({ ok: false, problem: { column, message } })
  if (matchingDues.length === 0) {
    if (values.name === undefined && values.title === undefined)
      return refuse('Enrollment number', 'This student owes nothing')
    return refuse(values.title === undefined ? 'Fee' : 'Instalment', 'The student has no due with this name')
  }
  const amountPaise = Number(values.amount)
  // The day of payment counts, not the day of entry: uses the fines of that day.
  const fines = new Map(matchingDues.map((due) => [due, fineOfDay(due, values.paid_on ?? today)]))
  const balanceOf = (due: OpenDue) => dueBalance({ ...due, finePaise: fines.get(due) ?? due.finePaise })
  const owed = matchingDues.reduce((sum, due) => sum + Math.max(0, balanceOf(due)), 0)
  if (amountPaise > owed)
    return refuse(
      'Amount',
      owed === 0 ? 'This is already paid' : `This is more than the balance of ${formatPaise(owed, { style: 'short' })}`,
    )
  const shares: Array<{ due: OpenDue; amountPaise: number }> = []
  let left = amountPaise
  for (const due of matchingDues) {
    const part = Math.min(left, balanceOf(due))
    if (part <= 0) continue
    if (due.isOnline) return refuse('Fee', 'An online payment for this is in progress; try again in half an hour')
    shares.push({ due, amountPaise: part })
    left -= part
  }
  if (shares.length > maxDuesOfPayment)
    return refuse('Amount', `Covers more than ${maxDuesOfPayment} dues; split the payment`)
  const lines = shares.map(({ due, amountPaise: part }) => {
    const ends = due.runningFine !== null && coversAllButFine(due, part)
    if (ends) {
      due.finePaise = fines.get(due) ?? due.finePaise
      due.runningFine = null
    }
    due.paidPaise += part
    return { dueId: due.id, amountPaise: part, finePaise: ends ? due.finePaise : null }
  })
  const paidFor = shares.map(({ due: { name, title }, amountPaise: paise }) => ({ name, title, paise }))
  return { ok: true, lines, paidFor }
}

/**
 * Payments from before the portal. Leaves a booked payment alone, so repeating a file adds nothing; books a reversed
 * one again.
 */
export const paidFees: KindOfImport = {
  columns: rules.map(({ spec }) => spec),
  impliedBy: (headings) =>
    headings.some((heading) => upiHeading.test(heading)) && !headings.some((heading) => otherHeading.test(heading))
      ? { method: offlineNames.upi }
      : {},
  labelOf: ({ enrollment_number, fees, paid_on, ...values }) => {
    const amount = fees === undefined ? values.amount : asOneFee({}, wideFees(fees)).amount
    const [paise, day] = [
      amount && formatPaise(Number(amount), { style: 'short' }),
      paid_on && formatDay(paid_on, 'en'),
    ]
    return [enrollment_number, paise, day].filter(Boolean).join(', ')
  },
  previewColumns: ['Student', 'Payment', 'Paid for'],
  rules,
  reader: (today, decisions) => {
    const read = withParts(
      readerOf(rules, today, decisions),
      (decisions?.amount ?? decisions?.fees)?.amount?.paidSide === 'dr' ? 'cr' : 'dr',
    )
    // Reads the status first, from the remarks: the next step adds the number of an old receipt to them.
    return (cells) => read(withReference(withReceiptNumber(withStatus(cells))))
  },
  plan,
}
