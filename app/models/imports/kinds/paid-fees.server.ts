import { createHash } from 'node:crypto'
import { inParts } from '~/database/bulk.server'
import { select } from '~/database/connection.server'
import { bookPastPayments, type PastPayment } from '~/models/ledger/book-past-payments.server'
import { coversAllButFine, type FinedDue, fineOfDay } from '~/models/ledger/fine-rules'
import { runningFineSql } from '~/models/ledger/fines.server'
import { lockLedgers } from '~/models/ledger/locks.server'
import { mostDuesOfAPayment, type OfflineMethod, offlineMethods, takenBackStates } from '~/models/ledger/options'
import { dueBalance } from '~/models/ledger/rules'
import { formatPaise } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'
import { foldKey, looseKey, readAmount, readChoice, readCode, readDay } from '../cells'
import type { ColumnSpec } from '../columns'
import { type FieldRule, readerOf } from './field-reader'
import type { ImportPlan, ImportSettings, Judgement, KindOfImport, Problem, ReadRow, RowValues } from './port'
import { findSessionOf, findStudentsByNumber, numberProblem, readSessions } from './students-by-number.server'

const methodWords: Record<OfflineMethod, string> = {
  cash: 'Cash',
  cheque: 'Cheque',
  upi: 'UPI',
  bank_transfer: 'Bank transfer',
}
const otherWords: Record<string, string> = {
  chq: 'cheque',
  check: 'cheque',
  dd: 'cheque',
  demanddraft: 'cheque',
  gpay: 'upi',
  googlepay: 'upi',
  phonepe: 'upi',
  paytm: 'upi',
  bhim: 'upi',
  qr: 'upi',
  neft: 'bank_transfer',
  rtgs: 'bank_transfer',
  imps: 'bank_transfer',
  netbanking: 'bank_transfer',
  online: 'bank_transfer',
  bank: 'bank_transfer',
  transfer: 'bank_transfer',
  rokda: 'cash',
  રોકડ: 'cash',
  नकद: 'cash',
}

const columns: readonly ColumnSpec[] = [
  {
    key: 'enrollment_number',
    label: 'Enrollment number',
    names: ['enrollmentno', 'enrolmentnumber', 'enrolmentno', 'enrno', 'grno', 'grnumber', 'studentid', 'regno'],
    needed: 'always',
    example: '2026/001',
  },
  {
    key: 'name',
    label: 'Fee',
    names: ['feename', 'feetype', 'particulars', 'head', 'paidfor', 'for'],
    example: '',
    allowed: 'A fee’s name; blank: the oldest dues first',
  },
  {
    key: 'title',
    label: 'Instalment',
    names: ['installment', 'title', 'term', 'month', 'feetitle'],
    example: '',
    allowed: 'An instalment’s title',
  },
  {
    key: 'amount',
    label: 'Amount',
    names: ['amt', 'amountpaid', 'paid', 'paidamount', 'received', 'receivedamount', 'rs', 'rupees'],
    needed: 'always',
    example: '4500',
    allowed: 'Rupees',
  },
  {
    key: 'paid_on',
    label: 'Paid on',
    names: ['date', 'paymentdate', 'paiddate', 'dateofpayment', 'receiptdate', 'paidon'],
    needed: 'always',
    example: '15/06/2026',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
  },
  {
    key: 'method',
    label: 'Method',
    names: ['mode', 'paymentmode', 'paymentmethod', 'modeofpayment', 'paidby', 'type'],
    needed: 'always',
    example: 'Cash',
    allowed: Object.values(methodWords).join(', '),
  },
  {
    key: 'reference',
    label: 'Reference',
    names: [
      'referenceno',
      'refno',
      'ref',
      'chequeno',
      'chqno',
      'utr',
      'utrno',
      'transactionid',
      'transactionno',
      'txnid',
      'receiptno',
      'receiptnumber',
      'oldreceiptno',
    ],
    example: '',
    allowed: 'Cheque number, UTR, old receipt number',
  },
  { key: 'remarks', label: 'Remarks', names: ['remark', 'note', 'notes', 'narration'], example: '' },
  {
    key: 'session',
    label: 'Academic session',
    names: ['session', 'year', 'academicyear', 'ay'],
    example: '',
    allowed: 'Needed if a fee of this name is in several sessions',
  },
]

const upTo = (longest: number) => (text: string) =>
  text.length <= longest
    ? { ok: true as const, text }
    : { ok: false as const, problem: `Use at most ${longest} characters` }

const rules: FieldRule[] = columns.map((spec) => ({ spec, read: reads()[spec.key] }))

function reads(): Record<string, FieldRule['read']> {
  return {
    enrollment_number: readCode,
    amount: (text) => {
      const paise = readAmount(text)
      return paise.ok && paise.text === '0' ? { ok: false, problem: 'Enter an amount above zero' } : paise
    },
    paid_on: (text, today) => {
      const day = readDay(text, today)
      return day.ok && day.text > today ? { ok: false, problem: 'The date cannot be in the future' } : day
    },
    method: (text) => {
      const word = readChoice(text, offlineMethods, otherWords)
      return (offlineMethods as readonly string[]).includes(word)
        ? { ok: true, text: word }
        : { ok: false, problem: `Write one of: ${Object.values(methodWords).join(', ')}` }
    },
    reference: (text) => {
      const code = readCode(text)
      return code.ok ? upTo(80)(code.text) : code
    },
    remarks: upTo(200),
  }
}

interface OpenDue extends FinedDue {
  id: number
  studentId: number
  sessionId: number
  name: string
  title: string
  /** A payment link for it is open: money may come any moment. */
  online: number
}

/** Fees and opening dues of these students, the oldest first. */
async function readDues(scope: SchoolScope, studentIds: readonly number[]): Promise<Map<number, OpenDue[]>> {
  const dues = new Map<number, OpenDue[]>()
  for (const part of inParts([...new Set(studentIds)])) {
    const rows = await select<OpenDue>(
      `SELECT d.id, d.student_id AS studentId, d.academic_session_id AS sessionId, d.name, d.title, d.amount_paise AS amountPaise,
         d.concession_paise AS concessionPaise, d.fine_paise AS finePaise, d.paid_paise AS paidPaise, d.due_on AS dueOn,
         ${runningFineSql('d')} AS runningFine,
         EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.is_open_online = 1) AS online
       FROM dues d WHERE d.school_id = :schoolId AND d.student_id IN (:part) AND d.state = 'open' AND d.kind IN ('fee','opening')
       ORDER BY d.student_id, d.due_on, d.id`,
      { schoolId: scope.schoolId, part },
    )
    for (const due of rows) dues.set(due.studentId, [...(dues.get(due.studentId) ?? []), due])
  }
  return dues
}

/** Which of these form keys are taken, and whether the payment was taken back. */
async function readStates(scope: SchoolScope, keys: readonly string[]): Promise<Map<string, 'counts' | 'back'>> {
  const states = new Map<string, 'counts' | 'back'>()
  for (const part of inParts(keys)) {
    const rows = await select<{ formKey: string; back: number }>(
      `SELECT form_key AS formKey, state IN (:back) AS back FROM payments WHERE school_id = :schoolId AND form_key IN (:part)`,
      { schoolId: scope.schoolId, part, back: [...takenBackStates] },
    )
    for (const row of rows) states.set(row.formKey, row.back === 1 ? 'back' : 'counts')
  }
  return states
}

/** References that payments of the school have, with the form keys of these. */
async function readReferences(scope: SchoolScope, references: readonly string[]) {
  const used = new Map<string, string[]>()
  for (const part of inParts([...new Set(references)])) {
    const rows = await select<{ reference: string; formKey: string }>(
      `SELECT reference, form_key AS formKey FROM payments
       WHERE school_id = :schoolId AND reference IN (:part) AND state NOT IN (:free)`,
      { schoolId: scope.schoolId, part, free: ['failed', ...takenBackStates] },
    )
    for (const row of rows) used.set(foldKey(row.reference), [...(used.get(foldKey(row.reference)) ?? []), row.formKey])
  }
  return used
}

/**
 * What makes a payment this one and no other. What it was paid for belongs to it: as much for the bus as for the hostel on one day is
 * two payments, in one file or in two.
 */
const identityOf = (scope: SchoolScope, studentId: number, values: RowValues) =>
  [
    scope.schoolId,
    studentId,
    values.paid_on,
    values.method,
    foldKey(values.reference ?? ''),
    values.amount,
    looseKey(values.name ?? ''),
    looseKey(values.title ?? ''),
    looseKey(values.session ?? ''),
  ].join('|')

const keyOf = (what: string, occurrence: number) =>
  `import-${createHash('sha256').update(`${what}|${occurrence}`).digest('hex').slice(0, 32)}`

/**
 * The same payment has the same key in every file, equal ones of a day are told apart by their number. The number of one that was
 * taken back is passed over, so that it can be brought in again, and that once. Answers each row's key, and which are booked.
 */
async function findKeys(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  students: ReadonlyMap<string, { id: number }>,
): Promise<{ keys: string[]; booked: Set<string> }> {
  const whats = rows.map(({ values }) =>
    identityOf(scope, students.get(foldKey(values.enrollment_number ?? ''))?.id ?? 0, values),
  )
  const open = new Map<string, { wanted: number; tried: number; keys: string[] }>()
  for (const what of whats) {
    const one = open.get(what) ?? { wanted: 0, tried: 0, keys: [] }
    one.wanted += 1
    open.set(what, one)
  }
  const booked = new Set<string>()
  for (let lacking = [...open]; lacking.length > 0; ) {
    const asked = lacking.map(([what, one]) => {
      const first = one.tried + 1
      one.tried += one.wanted - one.keys.length
      return { one, keys: Array.from({ length: one.tried - first + 1 }, (_, index) => keyOf(what, first + index)) }
    })
    const states = await readStates(
      scope,
      asked.flatMap(({ keys }) => keys),
    )
    for (const { one, keys } of asked) one.keys.push(...keys.filter((key) => states.get(key) !== 'back'))
    for (const [key, state] of states) if (state === 'counts') booked.add(key)
    lacking = lacking.filter(([, one]) => one.keys.length < one.wanted)
  }
  return { keys: whats.map((what) => open.get(what)?.keys.shift() ?? ''), booked }
}

async function plan(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  { lock = false } = {},
): Promise<ImportPlan> {
  const students = await findStudentsByNumber(scope, rows)
  const studentIds = [...students.found.values()].map((student) => student.id).sort((a, b) => a - b)
  if (lock) for (const part of inParts(studentIds)) await lockLedgers(scope, part)
  const duesOf = await readDues(scope, studentIds)
  const sessions = await readSessions(scope)
  const { keys, booked } = await findKeys(scope, rows, students.found)
  const used = await readReferences(
    scope,
    rows.flatMap((row) => row.values.reference ?? []),
  )
  const ours = new Set(keys)
  const payments: PastPayment[] = []
  const judgements = rows.map(({ values }, index): Judgement => {
    const key = keys[index] ?? ''
    const problems = wantsOf(values)
    const student = students.found.get(foldKey(values.enrollment_number ?? ''))
    const wrongNumber = numberProblem(students, values.enrollment_number)
    if (wrongNumber && values.enrollment_number !== undefined)
      problems.push({ column: 'Enrollment number', message: wrongNumber })
    if (problems.length > 0 || !student) return { outcome: 'rejected', problems, changes: [] }
    if (booked.has(key)) return { outcome: 'unchanged', problems, changes: [] }
    const reference = values.reference ?? null
    if (reference && (used.get(foldKey(reference)) ?? []).some((other) => !ours.has(other)))
      problems.push({ column: 'Reference', message: 'A payment with this reference is already recorded' })
    const session =
      values.session === undefined ? undefined : findSessionOf(sessions, values.session, settings.sessionId)
    if (values.session !== undefined && !session)
      problems.push({ column: 'Academic session', message: 'There is no such academic session' })
    if (problems.length > 0) return { outcome: 'rejected', problems, changes: [] }
    const shared = shareOut(values, duesOf.get(student.id) ?? [], session?.id ?? null, settings.today)
    if (!shared.ok) return { outcome: 'rejected', problems: [shared.problem], changes: [] }
    payments.push({
      studentId: student.id,
      method: values.method as OfflineMethod,
      amountPaise: Number(values.amount),
      reference,
      remarks: values.remarks ?? null,
      paidOn: values.paid_on ?? settings.today,
      formKey: key,
      lines: shared.lines,
    })
    return { outcome: 'new', problems, changes: [] }
  })
  return {
    judgements,
    notes:
      payments.length === 0
        ? []
        : [
            `${formatPaise(
              payments.reduce((sum, one) => sum + one.amountPaise, 0),
              { style: 'short' },
            )} will be recorded in ${payments.length} payments, each with a receipt.`,
          ],
    write: async (school, progress) => {
      for (const part of inParts(payments, 500)) {
        await bookPastPayments(school, part)
        await progress(part.length)
      }
    },
  }
}

function wantsOf(values: RowValues): Problem[] {
  return columns
    .filter((spec) => spec.needed === 'always' && values[spec.key] === undefined)
    .map((spec) => ({ column: spec.label, message: `${spec.label} is required` }))
}

type Shared = { ok: true; lines: PastPayment['lines'] } | { ok: false; problem: Problem }

/** Gives a payment to the dues that it names, or to the oldest, as far as each still owes; the balances go down with it. */
function shareOut(values: RowValues, dues: readonly OpenDue[], sessionId: number | null, today: string): Shared {
  const wanted = dues.filter(
    (due) =>
      (sessionId === null || due.sessionId === sessionId) &&
      (values.name === undefined || looseKey(due.name) === looseKey(values.name)) &&
      (values.title === undefined || looseKey(due.title) === looseKey(values.title)),
  )
  const refuse = (column: string, message: string): Shared => ({ ok: false, problem: { column, message } })
  if (wanted.length === 0) {
    if (values.name === undefined && values.title === undefined)
      return refuse('Enrollment number', 'This student owes nothing')
    return refuse(values.title === undefined ? 'Fee' : 'Instalment', 'The student has no due of this name')
  }
  const amountPaise = Number(values.amount)
  // Late is who paid late, whenever it is typed in: fines as they stood on the day of the payment.
  const fines = new Map(wanted.map((due) => [due, fineOfDay(due, values.paid_on ?? today)]))
  const balanceOf = (due: OpenDue) => dueBalance({ ...due, finePaise: fines.get(due) ?? due.finePaise })
  const owed = wanted.reduce((sum, due) => sum + Math.max(0, balanceOf(due)), 0)
  if (amountPaise > owed)
    return refuse(
      'Amount',
      owed === 0 ? 'This is paid already' : `More than is owed: ${formatPaise(owed, { style: 'short' })} is left`,
    )
  const given: Array<{ due: OpenDue; amountPaise: number }> = []
  let left = amountPaise
  for (const due of wanted) {
    const part = Math.min(left, balanceOf(due))
    if (part <= 0) continue
    if (due.online === 1) return refuse('Fee', 'An online payment of this is in progress; try again in half an hour')
    given.push({ due, amountPaise: part })
    left -= part
  }
  if (given.length > mostDuesOfAPayment)
    return refuse('Amount', `Covers more than ${mostDuesOfAPayment} dues; split it`)
  const lines = given.map(({ due, amountPaise: part }) => {
    const ends = due.runningFine !== null && coversAllButFine(due, part)
    if (ends) {
      due.finePaise = fines.get(due) ?? due.finePaise
      due.runningFine = null
    }
    due.paidPaise += part
    return { dueId: due.id, amountPaise: part, finePaise: ends ? due.finePaise : null }
  })
  return { ok: true, lines }
}

/**
 * Money that came before. A payment that is booked already is left alone, so a file that is repeated adds nothing; one that was taken
 * back is booked anew.
 */
export const paidFees: KindOfImport = {
  columns,
  labelOf: ({ enrollment_number, amount, paid_on }) =>
    [enrollment_number, amount === undefined ? '' : formatPaise(Number(amount), { style: 'short' }), paid_on]
      .filter(Boolean)
      .join(', '),
  reader: (today) => readerOf(rules, today),
  plan,
}
