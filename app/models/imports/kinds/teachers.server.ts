import { inParts, insertRows } from '~/database/bulk.server'
import { execute, select } from '~/database/connection.server'
import { type Field, field } from '~/models/shared/fields'
import { fieldSchema } from '~/models/shared/form-schema.server'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { emailLength, enrollmentNumberLength, nameLength } from '~/models/students/options'
import { mobileNumber } from '~/models/students/student-fields.server'
import { foldKey, readCode, readDay, readMobile } from '../cells'
import { settleClaims } from '../claims'
import type { ColumnSpec } from '../columns'
import { type FieldRule, type RowReader, readerOf } from './field-reader'
import type { ImportPlan, Judgement, KindOfImport, ReadRow, RowValues } from './port'

const columns: readonly ColumnSpec[] = [
  {
    key: 'employee_number',
    label: 'Employee number',
    names: [
      'employeeno',
      'empno',
      'empid',
      'empcode',
      'employeeid',
      'employeecode',
      'staffid',
      'staffno',
      'teacherid',
      'code',
    ],
    needed: 'always',
    example: 'T-014',
  },
  {
    key: 'full_name',
    label: 'Full name',
    names: ['name', 'teachername', 'nameofteacher', 'staffname', 'employeename'],
    example: '',
    allowed: 'If first and last name are in one column: the last word is the last name',
  },
  { key: 'first_name', label: 'First name', names: ['firstname', 'fname'], needed: 'new', example: 'Meenakshi' },
  { key: 'last_name', label: 'Last name', names: ['lastname', 'surname', 'lname'], needed: 'new', example: 'Joshi' },
  {
    key: 'email',
    label: 'Email',
    names: ['email', 'emailid', 'emailaddress', 'mail'],
    example: 'meenakshi.joshi@example.com',
  },
  {
    key: 'mobile_number',
    label: 'Mobile number',
    names: ['mobile', 'mobileno', 'mob', 'phone', 'phoneno', 'contact', 'contactno', 'contactnumber'],
    example: '98250 12345',
    allowed: 'Ten digits, with or without +91',
  },
  {
    key: 'qualification',
    label: 'Qualification',
    names: ['education', 'degree', 'qualifications'],
    example: 'M.Sc., B.Ed.',
  },
  {
    key: 'joined_on',
    label: 'Joined on',
    names: ['dateofjoining', 'doj', 'joiningdate', 'joindate', 'joined'],
    example: '15/06/2018',
    allowed: 'dd/mm/yyyy or yyyy-mm-dd',
  },
]

const stored = columns.filter((spec) => spec.key !== 'full_name')
const checks: Record<string, Field> = {
  employee_number: field.line('Employee number', enrollmentNumberLength, { required: true }),
  first_name: field.line('First name', nameLength, { required: true }),
  last_name: field.line('Last name', nameLength, { required: true }),
  email: field.email('Email', emailLength),
  mobile_number: mobileNumber('Mobile number'),
  qualification: field.line('Qualification', 120),
}

const reads: Record<string, FieldRule['read']> = {
  employee_number: readCode,
  mobile_number: readMobile,
  joined_on: readDay,
  email: (text) => ({ ok: true, text: text.replace(/\s/g, '').toLowerCase() }),
}

const rules = stored.map((spec): FieldRule => {
  const check = checks[spec.key]
  return {
    spec,
    ...(reads[spec.key] ? { read: reads[spec.key] } : {}),
    ...(check ? { schema: fieldSchema(check) } : {}),
  }
})

function reader(today: string): RowReader {
  const read = readerOf(rules, today)
  return (texts) => read(withNames(texts))
}

function withNames({ full_name: fullName, ...rest }: RowValues): RowValues {
  if (!fullName) return rest
  const words = fullName
    .replace(/^(?:mr|mrs|ms|miss|dr|shri|smt|kum)\.?\s+/i, '')
    .split(' ')
    .filter(Boolean)
  const names =
    words.length > 1
      ? { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
      : { first_name: words[0] ?? '' }
  return { ...names, ...rest }
}

type Stored = { id: number } & Record<string, string | number | null>

async function readStored(scope: SchoolScope, rows: readonly ReadRow[]): Promise<Map<string, Stored>> {
  const numbers = [...new Set(rows.flatMap((row) => row.values.employee_number ?? []))]
  const found = new Map<string, Stored>()
  for (const part of inParts(numbers)) {
    const teachers = await select<Stored>(
      `SELECT id, ${stored.map((spec) => spec.key).join(', ')} FROM teachers
       WHERE school_id = :schoolId AND employee_number IN (:part)`,
      { schoolId: scope.schoolId, part },
    )
    for (const teacher of teachers) found.set(foldKey(String(teacher.employee_number)), teacher)
  }
  return found
}

interface Step {
  teacher: Stored | undefined
  values: RowValues
  changes: ColumnSpec[]
}

async function plan(scope: SchoolScope, rows: readonly ReadRow[], _settings: unknown): Promise<ImportPlan> {
  const there = await readStored(scope, rows)
  const twice = settleClaims(
    rows.map(({ line, values }) => ({
      line,
      gives: [],
      takes: [
        {
          key: foldKey(values.employee_number ?? `line ${line}`),
          limit: 1,
          column: 'Employee number',
          refusal: (other) => `Line ${other} has the same employee number`,
        },
      ],
    })),
    new Map(),
  )
  const steps: Step[] = []
  const judgements = rows.map(({ line, values }): Judgement => {
    const teacher = there.get(foldKey(values.employee_number ?? ''))
    const problems = [...(twice.get(line) ?? [])]
    if (values.employee_number === undefined)
      problems.push({ column: 'Employee number', message: 'Employee number is required' })
    for (const spec of teacher ? [] : columns.filter((one) => one.needed === 'new'))
      if (values[spec.key] === undefined) problems.push({ column: spec.label, message: `${spec.label} is required` })
    if (problems.length > 0) return { outcome: 'rejected', problems, changes: [] }
    const changes = stored.filter(
      ({ key }) => key !== 'employee_number' && values[key] !== undefined && values[key] !== (teacher?.[key] ?? ''),
    )
    steps.push({ teacher, values, changes })
    if (!teacher) return { outcome: 'new', problems, changes: [] }
    return {
      outcome: changes.length > 0 ? 'changed' : 'unchanged',
      problems,
      changes: changes.map((spec) => spec.label),
    }
  })
  return {
    judgements,
    notes: [],
    write: (school, progress) => write(school, steps, progress),
  }
}

async function write(
  scope: SchoolScope,
  steps: readonly Step[],
  progress: (rows: number) => Promise<void>,
): Promise<void> {
  const now = new Date()
  const fresh = steps.filter((step) => !step.teacher)
  await insertRows(
    'teachers',
    ['public_id', 'school_id', ...stored.map((spec) => spec.key), 'created_at', 'updated_at'],
    fresh.map(({ values }) => [
      newPublicId(),
      scope.schoolId,
      ...stored.map((spec) => values[spec.key] ?? null),
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
      {
        schoolId: scope.schoolId,
        id: teacher.id,
        ...Object.fromEntries(changes.map(({ key }) => [key, values[key] ?? ''])),
      },
    )
  }
}

/** Teachers, found by employee number. What is blank in the file stays as it is. */
export const teachers: KindOfImport = {
  columns,
  labelOf: ({ first_name, last_name, employee_number }) =>
    [[first_name, last_name].filter(Boolean).join(' '), employee_number].filter(Boolean).join(', '),
  reader,
  plan,
}
