import { execute, inParts, insertRows, number, type Selection, selectRows, text } from '~/database/database.server'
import { fieldSchema } from '~/kit/forms/form-schema.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { textOf } from '~/models/core/shared/words'
import { teacherForm } from '~/models/people/academics/academic-fields'
import { foldKey, readCode } from '../cells'
import type { ColumnSpec } from '../columns'
import { readDay } from '../days'
import { readMobile } from '../phones'
import type { PlannedValue } from '../preview'
import { repeatedRows } from '../row-conflicts'
import { withoutTitles } from '../titles'
import { plainNumber } from './alike-numbers.server'
import { column, fullNameColumn, lackingColumns, readerOf, surnameFirstColumn, withNames } from './field-reader'
import type { FieldRule } from './field-rule'
import { idsOf } from './make-classes.server'
import {
  type ImportPlan,
  type KindOfImport,
  labelOfPerson,
  type Made,
  type ReadRow,
  type RowValues,
  rejectedFor,
  type Verdict,
} from './port'
import { nameSources, previewFields } from './preview-fields'

const { employeeNumber, firstName, lastName, email, mobileNumber, qualification, joinedOn } = teacherForm.fields

const formColumn = (
  { name, ...field }: (typeof teacherForm.fields)[keyof typeof teacherForm.fields],
  rest: Omit<Parameters<typeof column>[2], 'schema'>,
) => column(name, textOf(field.label), { schema: fieldSchema<unknown>(field), ...rest })

const rules: FieldRule[] = [
  formColumn(employeeNumber, { needed: 'always', example: 'T-014', read: readCode }),
  formColumn(firstName, { needed: 'new', example: 'Meenakshi' }),
  formColumn(lastName, { needed: 'new', example: 'Joshi' }),
  formColumn(email, {
    example: 'meenakshi.joshi@example.com',
    read: (text) => ({ ok: true, text: text.replace(/\s/g, '').toLowerCase() }),
  }),
  formColumn(mobileNumber, { example: '98250 12345', allowed: 'Ten digits, with or without +91', read: readMobile }),
  formColumn(qualification, { example: 'M.Sc., B.Ed.', isFreeText: true }),
  formColumn(joinedOn, {
    example: '15/06/2018',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
    read: (text, today, how) => readDay(text, today, 'past', how.day, how.isDateCell),
    decides: { kind: 'day', years: 'past', isPast: false, mayBeBare: true },
  }),
]

const stored = rules.map(({ spec }) => spec)
const storedKeys = stored.map(({ key }) => key)

/** Columns whose titles are removed: a name of titles only stays. */
const titledKeys = ['full_name', 'surname_first', firstName.name]

type Stored = { id: number } & Record<string, string | number | null>
const storedTeacher: Selection<Stored> = {
  id: number('id'),
  ...Object.fromEntries(storedKeys.map((key) => [key, { sql: key }])),
}

/** Teachers by employee number, and by `plainNumber` those with a number that is similar to an unknown one. */
async function readStored(scope: SchoolScope, rows: readonly ReadRow[]) {
  const numbers = [...new Set(rows.flatMap((row) => row.values.employee_number ?? []))]
  const teachersByNumber = new Map<string, Stored>()
  for (const part of inParts(numbers)) {
    const teachers = await selectRows(
      storedTeacher,
      'FROM teachers WHERE school_id = :schoolId AND employee_number IN (:part)',
      { schoolId: scope.schoolId, part },
    )
    for (const teacher of teachers) teachersByNumber.set(foldKey(String(teacher.employee_number)), teacher)
  }
  const similar = new Map<string, string>()
  if (numbers.every((number) => teachersByNumber.has(foldKey(number)))) return { teachersByNumber, similar }
  const all = await selectRows(
    { number: text('employee_number'), name: text("CONCAT(first_name, ' ', last_name)") },
    'FROM teachers WHERE school_id = :schoolId ORDER BY id',
    { schoolId: scope.schoolId },
  )
  for (const { number, name } of all) similar.set(plainNumber(number), `${number} of ${name}`)
  return { teachersByNumber, similar }
}

const similarMessage = (other: string) =>
  `This looks like ${other}. Enter the number exactly as recorded; for another teacher, a different one`

interface Step {
  teacher: Stored | undefined
  values: RowValues
  changes: ColumnSpec[]
}

async function plan(scope: SchoolScope, rows: readonly ReadRow[]): Promise<ImportPlan> {
  const { teachersByNumber: existingTeachers, similar } = await readStored(scope, rows)
  const similarRows = repeatedRows(
    rows.map(({ line, values: { employee_number: number } }) => ({
      line,
      key: number === undefined ? null : plainNumber(number),
    })),
  )
  const keyOf = ({ employee_number: number }: RowValues) => (number === undefined ? null : foldKey(number))
  const repeated = repeatedRows(rows.map(({ line, values }) => ({ line, key: keyOf(values) })))
  const steps: Step[] = []
  const planned = new Map<number, Step>()
  const verdicts = rows.map(({ line, values }, index): Verdict => {
    const teacher = existingTeachers.get(keyOf(values) ?? '')
    const other = repeated.get(line)
    const number = values.employee_number
    // `007` and `7` may be one teacher: a spreadsheet drops zeros.
    const similarLine = similarRows.get(line)
    const alike =
      teacher || number === undefined || other !== undefined
        ? undefined
        : (similar.get(plainNumber(number)) ??
          (similarLine === undefined ? undefined : `the number in line ${similarLine}`))
    const problems = [
      ...(alike === undefined ? [] : [{ column: 'Employee number', message: similarMessage(alike) }]),
      ...(other === undefined
        ? []
        : [{ column: 'Employee number', message: `Line ${other} has the same employee number` }]),
      ...lackingColumns(rules, values, 'always'),
      ...(teacher ? [] : lackingColumns(rules, values, 'new')),
    ]
    if (problems.length > 0) return rejectedFor(problems)
    const changes = stored.filter(
      ({ key }) => key !== 'employee_number' && values[key] !== undefined && values[key] !== (teacher?.[key] ?? ''),
    )
    const step = { teacher, values, changes }
    steps.push(step)
    planned.set(index, step)
    if (!teacher) return { outcome: 'new', problems, changes: [] }
    const outcome = changes.length > 0 ? 'changed' : 'unchanged'
    return { outcome, problems, changes: changes.map((spec) => spec.label) }
  })
  const touches = {
    teachers: steps.flatMap(({ teacher, changes }) => (teacher && changes.length > 0 ? [teacher.id] : [])),
  }
  return {
    verdicts,
    notes: [],
    preview: () => ({ valuesOf: (index) => valuesOf(planned.get(index)), totals: [] }),
    touches,
    write: (school, progress) => write(school, steps, progress),
  }
}

function valuesOf(step: Step | undefined): PlannedValue[] {
  if (!step) return []
  const { teacher: before = null, values, changes } = step
  return previewFields(rules, values, { before, changes: changes.map(({ key }) => key) }, nameSources)
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

/** Teachers, found by employee number. Blank cells leave a value unchanged. */
export const teachers: KindOfImport = {
  columns: [...stored.toSpliced(1, 0, fullNameColumn), surnameFirstColumn],
  labelOf: (values) => labelOfPerson(values, 'employee_number'),
  previewColumns: ['Mobile number', 'Joined on'],
  rules,
  reader: (today, decisions) => {
    const read = readerOf(rules, today, decisions)
    return (cells) => {
      const bare = { ...cells }
      for (const key of titledKeys) {
        const cell = bare[key]
        if (typeof cell === 'string') bare[key] = withoutTitles(cell)
      }
      return read(withNames(bare))
    }
  },
  plan,
}
