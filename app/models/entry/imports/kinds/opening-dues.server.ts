import {
  execute,
  flag,
  inParts,
  insertRows,
  number,
  type RowOf,
  selectRows,
  text,
  updateRows,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudits } from '~/models/core/audit/record-audit.server'
import { formatDay } from '~/models/core/shared/calendar'
import { formatPaise } from '~/models/core/shared/money'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { raiseDues } from '~/models/money/ledger/dues.server'
import { isTouchedSql } from '~/models/money/ledger/opening-dues.server'
import { Due } from '~/models/money/ledger/tables.server'
import { type FeeOfRow, feeCellKey, feesOf, readFees, sumProblems } from '../match/fees-of-row'
import { type PlannedValue, Totals, type TotalsTable, withoutClass } from '../preview'
import { repeatedRows } from '../row-conflicts'
import { readBalance, shapeOfAmount } from '../values/amounts'
import { foldKey, ok, wrong } from '../values/cells'
import { readDay } from '../values/days'
import { feeColumns } from '../wide-columns'
import {
  type ClassesOfStudents,
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
import {
  type ImportPlan,
  type ImportSettings,
  type KindOfImport,
  type Problem,
  type ReadRow,
  rejectedFor,
  type Verdict,
} from './port'

const usualName = 'Opening dues'
const usualTitle = 'Balance brought forward'
const maxNameLength = 80

const rules: FieldRule[] = [
  studentColumn,
  column('name', 'Fee', {
    sameForAll: true,
    example: 'Tuition fee 2025-26',
    allowed: `“${usualName}” if it is blank`,
    read: upTo(maxNameLength),
    isFreeText: true,
  }),
  column('title', 'Title', {
    sameForAll: true,
    example: 'Term 2',
    allowed: `“${usualTitle}” if it is blank`,
    read: upTo(maxNameLength),
    isFreeText: true,
  }),
  column('due_on', 'Due date', {
    sameForAll: true,
    example: '10/01/2026',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd; the first day of the session if it is blank',
    read: (text, today, how) => readDay(text, today, 'nearest', how.day, how.isDateCell),
    decides: { kind: 'day', years: 'nearest', isPast: false, mayBeBare: true, spanYears: 10 },
  }),
  column('amount', 'Amount', {
    needed: 'always',
    example: '4500',
    allowed: 'Rupees; a student with nothing, zero or NIL owes nothing',
    read: (text, _, how) => readBalance(text, how.amount),
    decides: { kind: 'amount', arePayments: false },
  }),
  sessionColumn('If blank, the session chosen for the file'),
  studentNameColumn,
  column('total', 'Total', {
    example: '',
    allowed: 'Compared with the sum of the fees in columns of their own; not imported',
    read: (text, _, how) => readBalance(text, how.amount),
    isOnlyRead: true,
  }),
  column('fees', 'Fees', {
    example: '',
    wide: feeColumns,
    read: (text, _, how) => readFees(text, how.amount, 'dr'),
    decides: { kind: 'amount', arePayments: false, ofFees: true },
  }),
  paiseColumn,
  column('less', 'Paid or credited', {
    example: '',
    allowed: 'Taken off the amount',
    read: (text, _, how) => {
      const read = readBalance(text, how.amount)
      const shape = shapeOfAmount(text)
      if (shape !== 'nothing' && shape?.side === 'dr') return wrong('A debit is owed, not paid')
      return read.ok ? ok(read.text.replace('-', '')) : read
    },
    decides: { kind: 'amount', arePayments: false },
    isOnlyRead: true,
  }),
  sideColumn,
]

const openingDue = {
  id: number('o.id'),
  studentId: number('o.student_id'),
  sessionId: number('o.academic_session_id'),
  name: text('o.name'),
  title: text('o.title'),
}
const storedDue = {
  ...openingDue,
  dueId: number('d.id'),
  ...columnsOf(Due, 'd', 'dueOn', 'amountPaise'),
  isTouched: flag(isTouchedSql),
  /** True for a due that was removed or whose import was undone; its row is kept only for cancelled receipts. */
  isRemoved: flag('o.removed_at IS NOT NULL'),
}
type StoredOpeningDue = RowOf<typeof storedDue>
type NewOpeningDue = Omit<StoredOpeningDue, 'id' | 'dueId' | 'isTouched' | 'isRemoved'>

const keyOf = (due: Pick<NewOpeningDue, 'studentId' | 'sessionId' | 'name' | 'title'>) =>
  `${due.studentId} ${due.sessionId} ${foldKey(due.name)}\n${foldKey(due.title)}`

async function readThere(scope: SchoolScope, studentIds: readonly number[]): Promise<Map<string, StoredOpeningDue>> {
  const duesByKey = new Map<string, StoredOpeningDue>()
  for (const part of inParts([...new Set(studentIds)])) {
    const rows = await selectRows(
      storedDue,
      `FROM opening_dues o
       JOIN dues d ON d.kind = 'opening' AND d.source_id = o.id AND d.student_id = o.student_id AND d.school_id = o.school_id
       WHERE o.school_id = :schoolId AND o.student_id IN (:part)`,
      { schoolId: scope.schoolId, part },
    )
    for (const row of rows) duesByKey.set(keyOf(row), row)
  }
  return duesByKey
}

async function plan(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  settings: ImportSettings,
  { lock = false } = {},
): Promise<ImportPlan> {
  const { students, studentIds, sessions } = await readFeeStudents(scope, rows, settings, lock)
  const existingDues = await readThere(scope, studentIds)
  const drafts = rows.map(({ line, values }, index) => {
    const { student = null, problems: wrongNumber = [] } = students[index] ?? {}
    // A blank amount is not a problem: the student owes nothing.
    const lacking = lackingColumns(rules, values, 'always').filter(({ column }) => column !== 'Amount')
    const fees = values.fees === undefined ? null : feesOf(values.fees)
    const problems = [...wrongNumber, ...lacking, ...(fees ? sumProblems(fees, values.total) : [])]
    const session = findSessionOf(sessions, values.session, settings.sessionId)
    if (!session) problems.push({ column: 'Academic session', message: 'There is no such academic session' })
    const dueOf = ({ name, title, paise }: FeeOfRow): DueDraft => {
      const column = name ?? title ?? null
      const wanted: NewOpeningDue = {
        studentId: student?.id ?? 0,
        sessionId: session?.id ?? 0,
        name: name ?? values.name ?? usualName,
        title: title ?? values.title ?? usualTitle,
        dueOn: values.due_on ?? session?.startsOn ?? '',
        amountPaise: paise,
      }
      const before = existingDues.get(keyOf(wanted))
      return { wanted, before, column, changes: before ? changesOf(before, wanted) : [] }
    }
    // In a file with a column for each fee, a row becomes one due for each fee that is owed.
    const all = (fees?.filter(({ paise }) => paise !== 0) ?? [{ paise: Number(values.amount ?? 0) }]).map(dueOf)
    const dues = all.filter(({ wanted }) => wanted.amountPaise > 0)
    const rest = all.filter(({ wanted }) => wanted.amountPaise <= 0)
    return { line, student, problems, dues, rest: dues.length + rest.length === 0 ? [dueOf({ paise: 0 })] : rest }
  })
  const repeated = repeatedRows(
    drafts.flatMap(({ line, problems, dues }) =>
      dues.map(({ wanted }) => ({ line, key: problems.length > 0 ? null : keyOf(wanted) })),
    ),
  )
  const verdicts = drafts.map(({ line, problems, dues, rest }): Verdict => {
    if (problems.length === 0 && dues.length === 0)
      return { outcome: 'unchanged', problems: rest.map(withoutDue), changes: [] }
    const other = repeated.get(line)
    if (other !== undefined)
      problems.push({ column: 'Title', message: `Line ${other} has the same due for the same student` })
    for (const { before, changes } of dues)
      if (before?.isTouched && changes.length > 0)
        problems.push({
          column: changes[0] ?? null,
          message: `A payment has already been received for this due of ${formatPaise(before.amountPaise, { style: 'short' })}`,
        })
    if (problems.length > 0) return rejectedFor(problems)
    const changes = [...new Set(dues.flatMap((due) => due.changes))]
    const isNew = dues.some(({ before }) => !before)
    const outcome = isNew ? 'new' : changes.length > 0 ? 'changed' : 'unchanged'
    return { outcome, problems: rest.map(withoutDue), changes }
  })
  const accepted = drafts.filter((_, index) => verdicts[index]?.outcome !== 'rejected').flatMap(({ dues }) => dues)
  const newDues = accepted.flatMap(({ wanted, before }) => (before ? [] : [wanted]))
  const changed = accepted.flatMap(({ wanted, before, changes }) =>
    before && changes.length > 0 ? [{ wanted, before }] : [],
  )
  const newRows = verdicts.filter(({ outcome }) => outcome === 'new').length
  return {
    verdicts,
    notes: notesOf(
      drafts.flatMap(({ problems, rest }) => (problems.length > 0 ? [] : rest.map(({ wanted }) => wanted.amountPaise))),
    ),
    preview: async () => {
      const classes = await readClassesOf(scope, studentIds)
      const stored = accepted.filter(({ before, changes }) => !before || changes.length > 0)
      return {
        valuesOf: (index) => {
          const { student, dues = [] } = drafts[index] ?? {}
          if (!student || verdicts[index]?.outcome === 'rejected') return []
          // The dues of one row have the same due date, which is shown once.
          const values = new Map(dues.flatMap(dueValues).map((value) => [value.text, value]))
          return [...studentValues(student, classes), ...values.values()]
        },
        totals: totalsOf(stored, classes),
      }
    },
    touches: { dues: changed.map(({ before }) => before.dueId) },
    write: async (school, progress) => {
      for (const part of inParts(changed)) await change(school, part)
      const openingDueIds: number[] = []
      for (const part of inParts(newDues)) {
        openingDueIds.push(...(await raise(school, part)))
        await progress(Math.round((part.length * newRows) / newDues.length))
      }
      return { ok: true, openingDues: openingDueIds, dues: await dueIdsOf(school, openingDueIds) }
    },
  }
}

/** A due as the preview shows it. */
function dueValues({ wanted, before, column, changes }: DueDraft): PlannedValue[] {
  const name = `${wanted.name} – ${wanted.title}`
  const amount = inRupees(wanted.amountPaise)
  const label = 'Due'
  const amountBefore = before && changes.includes('Amount') ? { before: inRupees(before.amountPaise) } : {}
  const day = (dueOn: string) => `due on ${formatDay(dueOn, 'en')}`
  return [
    ...(column !== null
      ? [{ label, text: `${name}: ${amount}`, compared: amount, from: [feeCellKey(column)], ...amountBefore }]
      : [
          { label, text: name, from: ['name', 'title'], otherwise: [], joiner: ' – ' },
          { label, text: amount, from: ['amount', 'less'], joiner: ' − ', ...amountBefore },
        ]),
    {
      label,
      text: day(wanted.dueOn),
      from: ['due_on'],
      otherwise: [],
      ...(before && changes.includes('Due date') ? { before: day(before.dueOn) } : {}),
    },
  ]
}

function totalsOf(dues: readonly DueDraft[], classes: ClassesOfStudents): TotalsTable[] {
  const byClass = new Totals('New and changed dues by class')
  const byFee = new Totals('New and changed dues by fee')
  for (const { wanted } of dues) {
    byClass.add(classes.get(wanted.studentId)?.className ?? withoutClass, wanted.amountPaise)
    byFee.add(wanted.name, wanted.amountPaise)
  }
  return [...byFee.table('largest'), ...byClass.table('classes')]
}

const inRupees = (paise: number) => formatPaise(paise, { style: 'short' })

/** Note on an amount that creates no due, because it is zero or a credit; a recorded due stays. */
function withoutDue({ wanted: { amountPaise }, before }: DueDraft): Problem {
  const message =
    amountPaise < 0
      ? `Credit of ${inRupees(-amountPaise)}: money that the school holds for the student is not imported`
      : 'Owes nothing'
  const kept = before ? `. The recorded due of ${inRupees(before.amountPaise)} stays` : ''
  return { column: 'Amount', message: `${message}${kept}` }
}

/** Counts the rows that owe nothing, and the credits with their sum. */
function notesOf(amounts: readonly number[]): string[] {
  const [none, credits] = [amounts.filter((paise) => paise === 0), amounts.filter((paise) => paise < 0)]
  const sum = credits.reduce((total, paise) => total - paise, 0)
  return [
    ...(none.length === 0 ? [] : [`Rows that owe nothing and are skipped: ${none.length}.`]),
    ...(credits.length === 0
      ? []
      : [`Credits (Cr), which are not imported: ${credits.length}, in all ${inRupees(sum)}.`]),
  ]
}

interface DueDraft {
  wanted: NewOpeningDue
  before: StoredOpeningDue | undefined
  /** Heading of the amount's column, if that names the fee or instalment; null if another column names it. */
  column: string | null
  /** What changes in an existing due, as labels such as `Amount`. */
  changes: string[]
}

function changesOf(before: StoredOpeningDue, newDue: NewOpeningDue): string[] {
  return [
    ...(before.isRemoved ? ['Owed again'] : []),
    ...(before.amountPaise === newDue.amountPaise ? [] : ['Amount']),
    ...(before.dueOn === newDue.dueOn ? [] : ['Due date']),
  ]
}

/**
 * Updates amounts and due dates of dues without payments, and reopens removed dues; their ledgers have been locked
 * since planning.
 */
async function change(
  scope: SchoolScope,
  changed: ReadonlyArray<{ wanted: NewOpeningDue; before: StoredOpeningDue }>,
): Promise<void> {
  await updateRows(
    'dues',
    'id',
    ['amount_paise', 'due_on'],
    changed.map(({ wanted, before }) => [before.dueId, wanted.amountPaise, wanted.dueOn]),
    scope.schoolId,
  )
  await execute(
    `UPDATE opening_dues o JOIN dues d ON d.kind = 'opening' AND d.source_id = o.id AND d.student_id = o.student_id
     SET o.removed_at = NULL, d.state = 'open' WHERE d.school_id = :schoolId AND d.id IN (:ids) AND o.removed_at IS NOT NULL`,
    { schoolId: scope.schoolId, ids: changed.map(({ before }) => before.dueId) },
  )
  await execute(
    `UPDATE due_parts p JOIN dues d ON d.id = p.due_id SET p.amount_paise = d.amount_paise
     WHERE d.school_id = :schoolId AND d.id IN (:ids) AND p.position = 0`,
    { schoolId: scope.schoolId, ids: changed.map(({ before }) => before.dueId) },
  )
  await recordAudits(
    scope,
    changed.map(({ wanted, before }) => ({
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

/** Inserts the source rows of the dues, then the dues. Returns the ids of the source rows. */
async function raise(scope: SchoolScope, newDues: readonly NewOpeningDue[]): Promise<number[]> {
  const now = new Date()
  await insertRows(
    'opening_dues',
    ['school_id', 'student_id', 'academic_session_id', 'name', 'title', 'created_at'],
    newDues.map((due) => [scope.schoolId, due.studentId, due.sessionId, due.name, due.title, now]),
  )
  const rows = await selectRows(
    openingDue,
    'FROM opening_dues o WHERE o.school_id = :schoolId AND o.student_id IN (:studentIds)',
    { schoolId: scope.schoolId, studentIds: newDues.map((due) => due.studentId) },
  )
  const idOf = new Map(rows.map((row) => [keyOf(row), row.id]))
  const dues = newDues.map(({ studentId, sessionId, name, title, dueOn, amountPaise }) => ({
    studentId,
    academicSessionId: sessionId,
    kind: 'opening' as const,
    sourceId: idOf.get(keyOf({ studentId, sessionId, name, title })) ?? 0,
    name,
    title,
    dueOn,
    amountPaise,
    parts: [{ name, amountPaise }],
  }))
  await raiseDues(scope, dues)
  return dues.map(({ sourceId }) => sourceId)
}

async function dueIdsOf({ schoolId }: SchoolScope, openingDueIds: readonly number[]): Promise<number[]> {
  const ids: number[] = []
  for (const part of inParts(openingDueIds)) {
    const rows = await selectRows(
      { id: number('d.id') },
      "FROM dues d WHERE d.school_id = :schoolId AND d.kind = 'opening' AND d.source_id IN (:part)",
      { schoolId, part },
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Dues from before the portal. Student, session, fee and title identify a due, so repeating a file adds nothing. */
export const openingDues: KindOfImport = {
  columns: rules.map(({ spec }) => spec),
  labelOf: ({ enrollment_number, name, title }) => [enrollment_number, name, title].filter(Boolean).join(', '),
  previewColumns: ['Student', 'Due'],
  rules,
  reader: (today, decisions) => withParts(readerOf(rules, today, decisions), 'cr'),
  plan,
}
