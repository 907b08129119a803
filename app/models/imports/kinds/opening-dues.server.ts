import { inParts, insertRows, updateRows } from '~/database/bulk.server'
import { execute, select } from '~/database/connection.server'
import { recordAudits } from '~/models/audit/record-audit.server'
import { raiseDues } from '~/models/ledger/dues.server'
import { lockLedgers } from '~/models/ledger/locks.server'
import { formatPaise } from '~/models/shared/money'
import type { SchoolScope } from '~/models/shared/scope.server'
import { foldKey, readAmount, readCode, readDay } from '../cells'
import { settleClaims } from '../claims'
import type { ColumnSpec } from '../columns'
import { type FieldRule, readerOf } from './field-reader'
import type { ImportPlan, ImportSettings, Judgement, KindOfImport, Problem, ReadRow } from './port'
import { findSessionOf, findStudentsByNumber, numberProblem, readSessions } from './students-by-number.server'

const usualName = 'Opening dues'
const usualTitle = 'Balance brought forward'
const longestName = 80

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
    names: ['feename', 'feetype', 'duename', 'name', 'particulars', 'head'],
    example: 'Tuition fee 2025-26',
    allowed: `“${usualName}” if it is blank`,
  },
  {
    key: 'title',
    label: 'Title',
    names: ['instalment', 'installment', 'term', 'month', 'description', 'feetitle'],
    example: 'Term 2',
    allowed: `“${usualTitle}” if it is blank`,
  },
  {
    key: 'due_on',
    label: 'Due date',
    names: ['dueon', 'date', 'lastdate', 'duedt'],
    example: '10/01/2026',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd; the first day of the session if it is blank',
  },
  {
    key: 'amount',
    label: 'Amount',
    names: [
      'amt',
      'amountdue',
      'balance',
      'dueamount',
      'pending',
      'pendingamount',
      'openingbalance',
      'due',
      'dues',
      'outstanding',
      'rs',
      'rupees',
    ],
    needed: 'always',
    example: '4500',
    allowed: 'Rupees',
  },
  {
    key: 'session',
    label: 'Academic session',
    names: ['session', 'year', 'academicyear', 'ay'],
    example: '',
    allowed: 'The session chosen with the file if it is blank',
  },
]

const short = (text: string): { ok: true; text: string } | { ok: false; problem: string } =>
  text.length <= longestName ? { ok: true, text } : { ok: false, problem: `Use at most ${longestName} characters` }

function readDue(text: string) {
  const paise = readAmount(text)
  return paise.ok && paise.text === '0' ? { ok: false as const, problem: 'Enter an amount above zero' } : paise
}

const reads: Record<string, FieldRule['read']> = {
  enrollment_number: readCode,
  name: short,
  title: short,
  due_on: (text, today) => readDay(text, today, 'nearest'),
  amount: readDue,
}
const rules: FieldRule[] = columns.map((spec) => ({ spec, read: reads[spec.key] }))

interface Wanted {
  studentId: number
  sessionId: number
  name: string
  title: string
  dueOn: string
  amountPaise: number
}

interface There extends Wanted {
  id: number
  dueId: number
  touched: number
}

const keyOf = (due: Pick<Wanted, 'studentId' | 'sessionId' | 'name' | 'title'>) =>
  `${due.studentId} ${due.sessionId} ${foldKey(due.name)}\n${foldKey(due.title)}`

async function readThere(scope: SchoolScope, studentIds: readonly number[]): Promise<Map<string, There>> {
  const found = new Map<string, There>()
  for (const part of inParts([...new Set(studentIds)])) {
    const rows = await select<There>(
      `SELECT o.id, o.student_id AS studentId, o.academic_session_id AS sessionId, o.name, o.title, d.id AS dueId,
         d.due_on AS dueOn, d.amount_paise AS amountPaise,
         EXISTS (SELECT 1 FROM payment_lines l WHERE l.due_id = d.id AND l.state <> 'void') AS touched
       FROM opening_dues o
       JOIN dues d ON d.kind = 'opening' AND d.source_id = o.id AND d.student_id = o.student_id AND d.school_id = o.school_id
       WHERE o.school_id = :schoolId AND o.student_id IN (:part)`,
      { schoolId: scope.schoolId, part },
    )
    for (const row of rows) found.set(keyOf(row), row)
  }
  return found
}

async function plan(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  { lock = false } = {},
): Promise<ImportPlan> {
  const students = await findStudentsByNumber(scope, rows)
  const sessions = await readSessions(scope)
  const studentIds = [...students.found.values()].map((student) => student.id).sort((a, b) => a - b)
  // A payment that begins while the dues change waits, or the change finds it.
  if (lock) for (const part of inParts(studentIds)) await lockLedgers(scope, part)
  const there = await readThere(scope, studentIds)
  const drafts = rows.map(({ values }) => {
    const problems: Problem[] = []
    const student = students.found.get(foldKey(values.enrollment_number ?? ''))
    const wrongNumber = numberProblem(students, values.enrollment_number)
    if (wrongNumber) problems.push({ column: 'Enrollment number', message: wrongNumber })
    if (values.amount === undefined) problems.push({ column: 'Amount', message: 'Amount is required' })
    const session = findSessionOf(sessions, values.session, settings.sessionId)
    if (!session) problems.push({ column: 'Academic session', message: 'There is no such academic session' })
    const wanted: Wanted = {
      studentId: student?.id ?? 0,
      sessionId: session?.id ?? 0,
      name: values.name ?? usualName,
      title: values.title ?? usualTitle,
      dueOn: values.due_on ?? session?.startsOn ?? '',
      amountPaise: Number(values.amount ?? 0),
    }
    return { problems, wanted, before: there.get(keyOf(wanted)) }
  })
  const twice = settleClaims(
    drafts.map(({ wanted, problems }, index) => ({
      line: rows[index]?.line ?? 0,
      gives: [],
      takes:
        problems.length > 0
          ? []
          : [
              {
                key: keyOf(wanted),
                limit: 1,
                column: 'Title',
                refusal: (other) => `Line ${other} is the same due of the same student`,
              },
            ],
    })),
    new Map(),
  )
  const judgements = drafts.map(({ problems, wanted, before }, index): Judgement => {
    const all = [...problems, ...(twice.get(rows[index]?.line ?? 0) ?? [])]
    const changes = before ? changesOf(before, wanted) : []
    if (before?.touched === 1 && changes.length > 0)
      all.push({
        column: changes[0] ?? null,
        message: `A payment has already been received for this due of ${formatPaise(before.amountPaise, { style: 'short' })}`,
      })
    if (all.length > 0) return { outcome: 'rejected', problems: all, changes: [] }
    return { outcome: !before ? 'new' : changes.length > 0 ? 'changed' : 'unchanged', problems: [], changes }
  })
  return {
    judgements,
    notes: [],
    write: async (school, progress) => {
      const chosen = (outcome: Judgement['outcome']) =>
        drafts.filter((_, index) => judgements[index]?.outcome === outcome)
      await change(
        school,
        chosen('changed').flatMap(({ wanted, before }) => (before ? [{ wanted, before }] : [])),
      )
      const fresh = chosen('new').map(({ wanted }) => wanted)
      for (const part of inParts(fresh)) {
        await raise(school, part)
        await progress(part.length)
      }
    },
  }
}

function changesOf(before: Wanted, wanted: Wanted): string[] {
  return [
    ...(before.amountPaise === wanted.amountPaise ? [] : ['Amount']),
    ...(before.dueOn === wanted.dueOn ? [] : ['Due date']),
  ]
}

/** Amounts and days of dues that no money has touched; their ledgers are locked since they were planned. */
async function change(scope: SchoolScope, changed: ReadonlyArray<{ wanted: Wanted; before: There }>): Promise<void> {
  for (const part of inParts(changed)) {
    await updateRows(
      'dues',
      'id',
      ['amount_paise', 'due_on'],
      part.map(({ wanted, before }) => [before.dueId, wanted.amountPaise, wanted.dueOn]),
      scope.schoolId,
    )
    await execute(
      `UPDATE due_parts p JOIN dues d ON d.id = p.due_id SET p.amount_paise = d.amount_paise
       WHERE d.school_id = :schoolId AND d.id IN (:ids) AND p.position = 0`,
      { schoolId: scope.schoolId, ids: part.map(({ before }) => before.dueId) },
    )
    await recordAudits(
      scope,
      part.map(({ wanted, before }) => ({
        action: 'due.changed',
        subject: { kind: 'due', id: before.dueId },
        details: {
          due: `${wanted.name}, ${wanted.title}`,
          amountPaise: wanted.amountPaise,
          amountBeforePaise: before.amountPaise,
          dueOn: wanted.dueOn,
          dueOnBefore: before.dueOn,
        },
      })),
    )
  }
}

/** The rows that are the dues' sources, then the dues themselves. */
async function raise(scope: SchoolScope, wanted: readonly Wanted[]): Promise<void> {
  const now = new Date()
  await insertRows(
    'opening_dues',
    ['school_id', 'student_id', 'academic_session_id', 'name', 'title', 'created_at'],
    wanted.map((due) => [scope.schoolId, due.studentId, due.sessionId, due.name, due.title, now]),
  )
  const rows = await select<Omit<Wanted, 'dueOn' | 'amountPaise'> & { id: number }>(
    `SELECT id, student_id AS studentId, academic_session_id AS sessionId, name, title FROM opening_dues
     WHERE school_id = :schoolId AND student_id IN (:studentIds)`,
    { schoolId: scope.schoolId, studentIds: wanted.map((due) => due.studentId) },
  )
  const idOf = new Map(rows.map((row) => [keyOf(row), row.id]))
  const dues = wanted.map((due) => ({
    studentId: due.studentId,
    academicSessionId: due.sessionId,
    kind: 'opening' as const,
    sourceId: idOf.get(keyOf(due)) ?? 0,
    name: due.name,
    title: due.title,
    dueOn: due.dueOn,
    amountPaise: due.amountPaise,
    parts: [{ name: due.name, amountPaise: due.amountPaise }],
  }))
  await raiseDues(scope, dues)
}

/** What students owed before. Student, session, fee and title together name a due, so a file that is repeated adds nothing. */
export const openingDues: KindOfImport = {
  columns,
  labelOf: ({ enrollment_number, name, title }) => [enrollment_number, name, title].filter(Boolean).join(', '),
  reader: (today) => readerOf(rules, today),
  plan,
}
