import { execute, inParts, insertRows, number, type Selection, selectRows } from '~/database/database.server'
import { fieldSchema } from '~/kit/forms/form-schema.server'
import { nextNumber, numbersAfter } from '~/models/core/shared/numbering/numbering'
import { plainNumber } from '~/models/core/shared/numbering/plain-number'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { textOf } from '~/models/core/shared/words'
import { teacherForm } from '~/models/people/academics/academic-fields'
import type { ColumnSpec } from '../columns'
import type { PlannedValue } from '../preview'
import { repeatedRows } from '../row-conflicts'
import { foldKey, ok, type Read, readCode, wrong } from '../values/cells'
import { readDay } from '../values/days'
import { readMobile } from '../values/phones'
import { withoutTitles } from '../values/titles'
import {
  column,
  fullNameColumn,
  hasNameColumn,
  lackingColumns,
  readerOf,
  surnameFirstColumn,
  withNames,
} from './field-reader'
import type { FieldRule } from './field-rule'
import { idsOf } from './make-classes.server'
import { type KnownTeacher, type TeacherInRow, type TeacherMatch, teacherMatcher } from './match-teachers'
import {
  type ImportPlan,
  type KindOfImport,
  labelOfPerson,
  type Made,
  type Problem,
  type ReadRow,
  type RowValues,
  rejectedFor,
  type Verdict,
} from './port'
import { nameSources, previewFields } from './preview-fields'
import {
  missingLastName,
  nameColumns,
  nameRules,
  ownerOfName,
  withGivenNames,
  withOneName,
  withPlainNames,
  withSingleNames,
} from './students/given-names'
import { readLeaving, readStatus } from './students/has-left'

const { employeeNumber, firstName, lastName, email, mobileNumber, qualification, joinedOn } = teacherForm.fields
const { designation, subjectsTaught } = teacherForm.fields

const numberKey = employeeNumber.name
const numberLabel = textOf(employeeNumber.label)
const nameKeys: readonly string[] = [numberKey, firstName.name, lastName.name]
const lastNameLabel = textOf(lastName.label)
/** Number of the first teacher of a school; the others get the next ones. */
const firstNumber = 'T-001'

const formColumn = (
  { name, ...field }: (typeof teacherForm.fields)[keyof typeof teacherForm.fields],
  rest: Omit<Parameters<typeof column>[2], 'schema'>,
) => column(name, textOf(field.label), { schema: fieldSchema<unknown>(field), ...rest })

/** Refuses a name such as `Joshi, Meenakshi`, because either part may be the last name. */
const readFirstName = (text: string): Read =>
  text.endsWith(',') ? wrong('Write the name without a comma, with the first name first') : ok(text)

const rules: FieldRule[] = [
  formColumn(employeeNumber, { example: 'T-014', allowed: 'Blank for the next free number', read: readCode }),
  formColumn(firstName, { needed: 'new', example: 'Meenakshi', read: readFirstName }),
  formColumn(lastName, { needed: 'new', example: 'Joshi' }),
  formColumn(email, {
    example: 'meenakshi.joshi@example.com',
    read: (text) => ({ ok: true, text: text.replace(/\s/g, '').toLowerCase() }),
  }),
  formColumn(mobileNumber, { example: '98250 12345', allowed: 'Ten digits, with or without +91', read: readMobile }),
  formColumn(qualification, { example: 'M.Sc., B.Ed.', sameForAll: true, isFreeText: true }),
  formColumn(joinedOn, {
    sameForAll: true,
    example: '15/06/2018',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
    read: (text, today, how) => readDay(text, today, 'past', how.day, how.isDateCell),
    decides: { kind: 'day', years: 'past', isPast: false, mayBeBare: true },
  }),
  formColumn(designation, { example: 'Assistant teacher', sameForAll: true, isFreeText: true }),
  formColumn(subjectsTaught, { example: 'Mathematics, Science', isFreeText: true }),
]

const specs = rules.map(({ spec }) => spec)
const storedKeys = specs.map(({ key }) => key)
/** Columns of the first version. Later columns must come after them: stored rows refer to columns by position. */
const firstColumns = specs.filter(({ key }) => key !== designation.name && key !== subjectsTaught.name)
const leftRules: FieldRule[] = [
  column('school_status', 'Status', {
    example: '',
    allowed: 'A teacher who has left according to it is not imported',
    isOnlyRead: true,
    isFreeText: true,
    read: readStatus('teacher'),
  }),
  column('left_on', 'Date of leaving', {
    example: '',
    allowed: 'A teacher with a date here is not imported',
    isOnlyRead: true,
    isFreeText: true,
    read: readLeaving('teacher'),
  }),
]
/** Rules of all columns, also those that are read but not stored: parts of names, and whether the teacher has left. */
const readRules: FieldRule[] = [
  ...rules.map((rule) => {
    const owner = ownerOfName(rule.spec.key, 'teacher')
    return owner === null ? rule : { ...rule, decides: { kind: 'name' as const, of: owner } }
  }),
  ...[fullNameColumn, surnameFirstColumn].map(
    (spec): FieldRule => ({ spec, decides: { kind: 'name', of: 'teacher' } }),
  ),
  ...nameRules,
  ...leftRules,
]

/** Columns from which titles are removed; a name that has only titles stays unchanged. */
const titledKeys = ['full_name', 'surname_first', firstName.name]

type Stored = { id: number } & Record<string, string | number | null>
const storedTeacher: Selection<Stored> = {
  id: number('id'),
  ...Object.fromEntries(storedKeys.map((key) => [key, { sql: key }])),
}

interface KnownRow extends KnownTeacher {
  stored: Stored | null
  /** Line of a new teacher. */
  line: number | null
}

function knownOf(values: Readonly<Record<string, unknown>>, called: string, line: number | null): KnownTeacher {
  const { name, mobile, email } = personOf(values)
  return { called, name, mobile: mobile ?? null, email: email ?? null, isNew: line !== null }
}

function personOf(values: Readonly<Record<string, unknown>>): TeacherInRow {
  const textOf = (value: unknown) => (value ? String(value) : undefined)
  const name = [values.first_name, values.last_name].filter(Boolean).join(' ')
  return { name, mobile: textOf(values.mobile_number), email: textOf(values.email) }
}

async function readKnown({ schoolId }: SchoolScope): Promise<KnownRow[]> {
  const fromClause = 'FROM teachers WHERE school_id = :schoolId ORDER BY id'
  const teachers = await selectRows(storedTeacher, fromClause, { schoolId })
  return teachers.map((stored) => ({ ...knownOf(stored, String(stored.employee_number), null), stored, line: null }))
}

/**
 * Finds the teachers of rows with a number. Refuses a repeated number, and an unknown one that differs from another
 * number only by leading zeros or spaces.
 */
function byNumber(rows: readonly ReadRow[], known: readonly KnownRow[]) {
  const teachers = new Map(known.map((one) => [foldKey(one.called), one]))
  const similar = new Map(known.map((one) => [plainNumber(one.called), `${one.called} of ${one.name}`]))
  const repeatedBy = (keyOf: (number: string) => string) =>
    repeatedRows(rows.map(({ line, values: { employee_number: of } }) => ({ line, key: of ? keyOf(of) : null })))
  const [repeated, similarRows] = [repeatedBy(foldKey), repeatedBy(plainNumber)]
  return (line: number, number: string): TeacherMatch<KnownRow> => {
    const teacher = teachers.get(foldKey(number)) ?? null
    const other = repeated.get(line)
    const refuse = (message: string) => ({ teacher, problems: [{ column: numberLabel, message }] })
    if (other !== undefined) return refuse(`Line ${other} has the same employee number`)
    // `007` and `7` may be one teacher: a spreadsheet drops zeros.
    const similarLine = similarRows.get(line)
    const alike =
      similar.get(plainNumber(number)) ?? (similarLine === undefined ? null : `the number in line ${similarLine}`)
    if (teacher || alike === null) return { teacher, problems: [] }
    return refuse(
      `This looks like ${alike}. Enter the number exactly as recorded; for another teacher, a different one`,
    )
  }
}

/** Next employee numbers after the highest, without any that resemble a used one. `used`: newest first. */
function freeNumbers(used: readonly string[], count: number): string[] {
  const taken = new Set(used.map(plainNumber))
  const free: string[] = []
  for (let next = nextNumber(used) ?? firstNumber; free.length < count; next = numbersAfter(next, 1)[0] ?? '')
    if (!taken.has(plainNumber(next))) free.push(next)
  return free
}

interface Step {
  teacher: Stored | null
  values: RowValues
  changes: ColumnSpec[]
}

async function plan(scope: SchoolScope, rows: readonly ReadRow[]): Promise<ImportPlan> {
  const known = await readKnown(scope)
  const find = byNumber(rows, known)
  const matcher = teacherMatcher<KnownRow>()
  for (const teacher of known) matcher.add(teacher)
  const steps = new Map<number, Step>()
  const verdicts = new Map<number, Verdict>()
  const lines = new Map<number, number>()

  const assess = ({ line, values }: ReadRow, { teacher, problems }: TeacherMatch<KnownRow>): Verdict => {
    const stored = teacher?.stored ?? null
    const otherLine = teacher?.line ?? (stored ? lines.get(stored.id) : undefined)
    const isRepeated = otherLine !== undefined && problems.length === 0
    const all = [
      ...problems,
      ...(isRepeated ? [{ column: null, message: `Line ${otherLine} has the same teacher` }] : []),
      ...(teacher ? [] : lackingOf(values)),
    ]
    if (all.length > 0) return rejectedFor(all)
    if (stored) lines.set(stored.id, line)
    else matcher.add({ ...knownOf(values, `line ${line}`, line), stored: null, line })
    // A row without a number finds its teacher by a name whose order or initials may differ: the recorded name stays.
    const identity = stored && values.employee_number === undefined ? nameKeys : [numberKey]
    const changes = specs.filter(
      ({ key }) => !identity.includes(key) && values[key] !== undefined && values[key] !== (stored?.[key] ?? ''),
    )
    const otherName = stored && identity === nameKeys ? otherNameProblem(teacher, values) : []
    const unused = stored ? identity : []
    const taken = Object.fromEntries(Object.entries(values).filter(([key]) => !unused.includes(key)))
    steps.set(line, { teacher: stored, values: taken, changes })
    if (!stored) return { outcome: 'new', problems: [], changes: [] }
    const outcome = changes.length > 0 ? 'changed' : 'unchanged'
    return { outcome, problems: otherName, changes: changes.map(({ label }) => label) }
  }
  // Rows with a number come first, because a row without one may be about a teacher of those rows.
  const [numbered, unnumbered] = [rows.filter(hasNumber), rows.filter((row) => !hasNumber(row))]
  for (const row of numbered) verdicts.set(row.line, assess(row, find(row.line, row.values.employee_number ?? '')))
  for (const row of unnumbered) verdicts.set(row.line, assess(row, matcher.match(personOf(row.values))))

  const newSteps = unnumbered.flatMap(({ line }) => steps.get(line) ?? []).filter(({ teacher }) => teacher === null)
  const used = [...known.map(({ called }) => called), ...numbered.map(({ values }) => values.employee_number ?? '')]
  const free = newSteps.length === 0 ? [] : freeNumbers(used.reverse(), newSteps.length)
  for (const [index, step] of newSteps.entries()) step.values = { ...step.values, [numberKey]: free[index] }
  const accepted = rows.flatMap(({ line }) => steps.get(line) ?? [])
  return {
    verdicts: rows.map(({ line }) => verdicts.get(line) ?? rejectedFor([])),
    notes: numbersNote(free),
    preview: () => ({ valuesOf: (index) => valuesOf(steps.get(rows[index]?.line ?? 0)), totals: [] }),
    touches: {
      teachers: accepted.flatMap(({ teacher, changes }) => (teacher && changes.length > 0 ? [teacher.id] : [])),
    },
    write: (school, progress) => write(school, accepted, progress),
  }
}

function valuesOf(step: Step | undefined): PlannedValue[] {
  if (!step) return []
  const { teacher: before, values, changes } = step
  return previewFields(rules, values, { before, changes: changes.map(({ key }) => key) }, nameSources)
}

const hasNumber = ({ values }: ReadRow) => values.employee_number !== undefined

/** Note that the recorded name stays, because a row without a number is found by its name. */
function otherNameProblem(teacher: KnownRow | null, values: RowValues): Problem[] {
  const { name } = personOf(values)
  if (!teacher || foldKey(teacher.name) === foldKey(name)) return []
  const message = `Recorded as ${teacher.name}, which stays. A name changes only beside the employee number`
  return [{ column: null, message, value: name }]
}

/** Problems for the required fields that a new teacher lacks. */
function lackingOf(values: RowValues): Problem[] {
  return lackingColumns(rules, values, 'new').map((problem) =>
    problem.column === lastNameLabel ? { ...problem, message: missingLastName } : problem,
  )
}

function numbersNote(free: readonly string[]): string[] {
  const [first, last] = [free[0], free.at(-1)]
  if (first === undefined) return []
  const range = first === last ? `the number ${first}` : `the next numbers, ${first} to ${last}`
  return [`New teachers without an employee number get ${range}.`]
}

async function write(
  scope: SchoolScope,
  steps: readonly Step[],
  progress: (rows: number) => Promise<void>,
): Promise<Made> {
  const { schoolId } = scope
  const now = new Date()
  const fresh = steps.filter((step) => !step.teacher)
  const publicIds = fresh.map(() => newPublicId())
  await insertRows(
    'teachers',
    ['public_id', 'school_id', ...storedKeys, 'created_at', 'updated_at'],
    fresh.map(({ values }, index) => [
      publicIds[index] ?? '',
      schoolId,
      ...storedKeys.map((key) => values[key] ?? null),
      now,
      now,
    ]),
  )
  await progress(fresh.length)
  for (const { teacher, values, changes } of steps) {
    if (!teacher || changes.length === 0) continue
    const sets = changes.map(({ key }) => `${key} = :${key}`)
    await execute(
      `UPDATE teachers SET ${sets.join(', ')}, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId, id: teacher.id, ...Object.fromEntries(changes.map(({ key }) => [key, values[key] ?? ''])) },
    )
  }
  const ids: number[] = []
  for (const part of inParts(publicIds)) ids.push(...(await idsOf('teachers', scope, part)).values())
  return { ok: true, teachers: ids }
}

/** Teachers, found by employee number, else by name with mobile or e-mail. Blank cells leave a value unchanged. */
export const teachers: KindOfImport = {
  columns: [
    ...firstColumns.toSpliced(1, 0, fullNameColumn),
    surnameFirstColumn,
    ...specs.filter((spec) => !firstColumns.includes(spec)),
    ...nameColumns,
    ...leftRules.map(({ spec }) => spec),
  ],
  identifies: (has) => has(numberKey) || hasNameColumn(has),
  labelOf: (values) => labelOfPerson(values, 'employee_number'),
  previewColumns: ['Mobile number', 'Joined on'],
  rules: readRules,
  reader: (today, decisions) => {
    const read = readerOf(readRules, today, decisions)
    return (cells) => {
      const bare = { ...cells }
      for (const key of titledKeys) {
        const cell = bare[key]
        if (typeof cell === 'string') bare[key] = withoutTitles(cell)
      }
      const named = withPlainNames(bare, decisions, 'teacher')
      const single = withSingleNames(named.cells, decisions, 'teacher')
      const { values, problems } = withOneName(read(withNames(withGivenNames(single))))
      return { values, problems: [...named.problems, ...problems] }
    }
  },
  plan,
}
