import {
  flag,
  inParts,
  number,
  numberOrNull,
  numbersOf,
  orNone,
  type RowOf,
  type Selection,
  selectRow,
  selectRows,
  text,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { numbersAfter } from '~/models/core/shared/numbering/numbering'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { AcademicSession, Enrollment } from '~/models/people/academics/tables.server'
import { openAadhaar } from '~/models/people/students/aadhaar.server'
import { isSealed, sectionTables } from '~/models/people/students/describe/sections.server'
import { suggestNumbers } from '~/models/people/students/next-numbers.server'
import { onRegisterSql } from '~/models/people/students/register/on-register.server'
import { Student } from '~/models/people/students/tables.server'
import { foldKey } from '../../values/cells'
import { classKey } from '../../values/class-names'
import { findSimilarNumbers, type SimilarStudent } from '../alike-numbers.server'
import type { KnownClass } from '../class-resolver'
import type { ImportSettings, ReadRow } from '../port'
import { tableOfField } from './student-columns'

/** A student of the school; `values` are texts as in the file, by column. */
export interface StoredStudent {
  id: number
  status: 'active' | 'inactive' | 'left'
  /** Number of saves of the student's fields. */
  version: number
  /** True when name and birth date are recorded in the General Register. */
  isOnRegister: boolean
  values: Record<string, string>
  /** Enrollment in the session of the import. */
  enrollment: {
    id: number
    classId: number
    sectionId: number
    rollNumber: string
    studying: boolean
    /** True when a fee of that class has been paid, so that the class can no longer change. */
    paid: boolean
  } | null
}

export interface ExistingStudents {
  session: { id: number; startsOn: string; endsOn: string } | null
  byNumber: Map<string, StoredStudent>
  /** The same students by admission number, if the file has one. */
  byAdmission: Map<string, StoredStudent>
  /** Students with a number similar to an unknown one, by `foldKey` of the unknown one. */
  alike: Map<string, SimilarStudent[]>
  byPerson: Map<string, StoredStudent[]>
  classes: KnownClass[]
  /** Current usage of limited values: e-mails, mobiles, admission numbers, roll numbers, seats. */
  held: Map<string, number>
  rollHolders: Map<string, string>
  freeNumbers: string[]
}

const registerNumber = 'academic_infos.admission_number'

/** Always read: fields that identify a student, and RTE, which decides the fees. */
const always = ['enrollment_number', 'first_name', 'last_name', 'date_of_birth', 'mobile_number', 'rte']

/** Key that identifies a student without a number: name, date of birth and mobile number. */
export function personKey(values: Partial<Record<string, string>>): string {
  const { first_name, last_name, date_of_birth, mobile_number } = values
  return `${foldKey(`${first_name} ${last_name}`)}|${date_of_birth}|${mobile_number}`
}

/**
 * Returns whether a row has one number for enrollment and register, as most schools do. A student whom the school
 * entered without an admission number gets it from such a row.
 */
export function hasOneNumber(values: Partial<Record<string, string>>): boolean {
  return values.enrollment_number !== undefined && values.enrollment_number === values.admission_number
}

/** Reads everything that the rows are compared with, in a fixed number of statements per batch. */
export async function readExistingStudents(scope: SchoolScope, rows: readonly ReadRow[], settings: ImportSettings) {
  const { schoolId } = scope
  const sessionId = settings.sessionId ?? 0
  const session = await selectRow(
    columnsOf(AcademicSession, 't', 'id', 'startsOn', 'endsOn'),
    'FROM academic_sessions t WHERE t.school_id = :schoolId AND t.id = :sessionId',
    { schoolId, sessionId },
  )
  const unnumbered = rows.filter((row) => row.values.enrollment_number === undefined)
  const oneNumbered = rows.filter((row) => hasOneNumber(row.values))
  const fields = fieldsOf(rows)
  const holderCounts = new Map<string, number>()
  const [byNumber, byAdmission, byMobile, classes, rollHolders, freeNumbers] = await Promise.all([
    readStored(schoolId, sessionId, fields, 'students.enrollment_number', distinct(rows, 'enrollment_number')),
    readStored(schoolId, sessionId, fields, registerNumber, distinct(oneNumbered, 'admission_number')),
    readStored(schoolId, sessionId, fields, 'students.mobile_number', [
      ...distinct([...unnumbered, ...oneNumbered], 'mobile_number'),
    ]),
    readClasses(schoolId, sessionId, holderCounts),
    readRolls(schoolId, sessionId, holderCounts),
    unnumbered.length === 0 ? [] : findFreeNumbers(scope, rows, unnumbered.length),
    countHolders(schoolId, rows, holderCounts),
  ])
  const knownNumbers = new Set(byNumber.map((student) => foldKey(student.values.enrollment_number ?? '')))
  const strange = distinct(rows, 'enrollment_number').filter((number) => !knownNumbers.has(foldKey(number)))
  const alike = await findSimilarNumbers(scope, strange)
  const alikeIds = [...new Set([...alike.values()].flatMap((some) => some.map(({ id }) => id)))]
  const byLikeness = await readStored(schoolId, sessionId, fields, 'students.id', alikeIds)
  const numbered = new Map(
    [...byNumber, ...byAdmission, ...byMobile, ...byLikeness].map((student) => [
      foldKey(student.values.enrollment_number ?? ''),
      student,
    ]),
  )
  const byPerson = new Map<string, StoredStudent[]>()
  for (const student of numbered.values()) {
    const key = personKey(student.values)
    byPerson.set(key, [...(byPerson.get(key) ?? []), student])
  }
  const registered = new Map(
    [...numbered.values()].flatMap((student) => {
      const { admission_number: number } = student.values
      return number ? [[foldKey(number), student] as const] : []
    }),
  )
  return {
    session,
    byNumber: numbered,
    byAdmission: registered,
    alike,
    byPerson,
    classes,
    held: holderCounts,
    rollHolders,
    freeNumbers,
  }
}

/**
 * Fields to read: those that are always needed, and those for which the file has values, so that no Aadhaar number is
 * decrypted needlessly.
 */
function fieldsOf(rows: readonly ReadRow[]): string[] {
  const fields = new Set(always)
  for (const { values } of rows) for (const key in values) if (tableOfField.has(key)) fields.add(key)
  return [...fields]
}

function distinct(rows: readonly ReadRow[], key: string): string[] {
  const found = new Set<string>()
  for (const { values } of rows) if (values[key] !== undefined) found.add(values[key])
  return [...found]
}

const storedColumns = {
  ...columnsOf(Student, 'students', 'id', 'status', 'version'),
  isOnRegister: flag(onRegisterSql('students')),
  enrollmentId: numberOrNull('e.id'),
  ...orNone(columnsOf(Enrollment, 'e', 'classId', 'sectionId', 'rollNumber')),
  studying: flag("e.status = 'studying'"),
  paid: flag(`EXISTS (SELECT 1 FROM dues d JOIN payment_lines l ON l.due_id = d.id
    WHERE d.school_id = students.school_id AND d.student_id = students.id AND d.kind = 'fee' AND d.academic_session_id = :sessionId)`),
}
/** Row of a student with the stored fields, by their names. */
type StoredRow = RowOf<typeof storedColumns> & Record<string, unknown>

async function readStored(
  schoolId: number,
  sessionId: number,
  fields: readonly string[],
  column: string,
  columnValues: ReadonlyArray<string | number>,
): Promise<StoredStudent[]> {
  const stored = fields.flatMap((key) =>
    (isSealed(key) ? [key, `${key}_end`] : [key]).map((column) => [
      column,
      { sql: `${tableOfField.get(key) ?? 'students'}.${column}` },
    ]),
  )
  const columns: Selection<StoredRow> = { ...storedColumns, ...Object.fromEntries(stored) }
  const joins = sectionTables
    .filter((table) => table !== 'students' && fields.some((key) => tableOfField.get(key) === table))
    .map((table) => `LEFT JOIN ${table} ON ${table}.student_id = students.id`)
  const students: StoredStudent[] = []
  for (const keys of inParts(columnValues)) {
    const rows = await selectRows(
      columns,
      `FROM students ${joins.join(' ')}
       LEFT JOIN enrollments e ON e.student_id = students.id AND e.academic_session_id = :sessionId
       WHERE students.school_id = :schoolId AND ${column} IN (:keys)`,
      { schoolId, sessionId, keys },
    )
    for (const row of rows) students.push(storedOf(row, fields))
  }
  return students
}

function storedOf(row: StoredRow, fields: readonly string[]): StoredStudent {
  const values: Record<string, string> = {}
  for (const key of fields) {
    const value = String(row[key] ?? '')
    // If the school keeps only the last digits of the Aadhaar number, the file is compared with those.
    values[key] = !isSealed(key)
      ? value
      : value === ''
        ? String(row[`${key}_end`] ?? '')
        : openAadhaar(key, row.id, value)
  }
  const { id, status, version, isOnRegister, enrollmentId, classId, sectionId, studying, paid } = row
  const rollNumber = String(row.rollNumber ?? '')
  const isEnrolled = enrollmentId !== null && classId !== null && sectionId !== null
  const enrollment = isEnrolled ? { id: enrollmentId, classId, sectionId, rollNumber, studying, paid } : null
  return { id, status, version, isOnRegister, values, enrollment }
}

const shared: ReadonlyArray<[key: string, table: string]> = [
  ['email', 'students'],
  ['mobile_number', 'students'],
  ['admission_number', 'academic_infos'],
]

async function countHolders(schoolId: number, rows: readonly ReadRow[], holderCounts: Map<string, number>) {
  for (const [column, table] of shared) {
    for (const keys of inParts(distinct(rows, column))) {
      const holderRows = await selectRows(
        { value: text(column), count: number('COUNT(*)') },
        `FROM ${table} WHERE school_id = :schoolId AND ${column} IN (:keys) GROUP BY ${column}`,
        { schoolId, keys },
      )
      for (const { value, count } of holderRows) holderCounts.set(`${column} ${foldKey(value)}`, count)
    }
  }
}

/** Classes of the school with their sections; adds the seats taken to `holderCounts`. */
export async function readClasses(schoolId: number, sessionId: number, holderCounts: Map<string, number>) {
  const rows = await selectRows(
    {
      classId: number('c.id'),
      className: text('c.name'),
      position: number('c.position'),
      ...numbersOf('sec', 'id', 'capacity'),
      name: text("COALESCE(sec.name, '')"),
      ...numbersOf('t', 'taken'),
    },
    `FROM classes c LEFT JOIN sections sec ON sec.class_id = c.id
     LEFT JOIN section_seats t ON t.section_id = sec.id AND t.academic_session_id = :sessionId
     WHERE c.school_id = :schoolId ORDER BY c.position, c.name, c.id, sec.name`,
    { schoolId, sessionId },
  )
  const classes: KnownClass[] = []
  for (const { classId, className, position, taken, ...section } of rows) {
    let ofClass = classes.find((one) => one.id === classId)
    if (!ofClass) {
      ofClass = { id: classId, key: classKey(className), name: className, position, sections: [] }
      classes.push(ofClass)
    }
    if (section.id === 0) continue
    ofClass.sections.push({ ...section, key: String(section.id), ofClass })
    holderCounts.set(`seat ${section.id}`, taken)
  }
  return classes
}

async function readRolls(schoolId: number, sessionId: number, holderCounts: Map<string, number>) {
  const rows = await selectRows(
    {
      sectionId: number('e.section_id'),
      roll: number('e.roll_number'),
      name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
    },
    `FROM enrollments e JOIN students s ON s.id = e.student_id
     WHERE e.school_id = :schoolId AND e.academic_session_id = :sessionId AND e.roll_number IS NOT NULL`,
    { schoolId, sessionId },
  )
  const holders = new Map<string, string>()
  for (const { sectionId, roll, name } of rows) {
    holderCounts.set(`roll ${sectionId} ${roll}`, 1)
    holders.set(`roll ${sectionId} ${roll}`, name)
  }
  return holders
}

const spare = 200

/** Numbers in the school's style that neither a student nor the file uses. */
async function findFreeNumbers(scope: SchoolScope, rows: readonly ReadRow[], count: number) {
  const numbers = { number: text('enrollment_number') }
  const { schoolId } = scope
  const used = new Set(rows.flatMap((row) => foldKey(row.values.enrollment_number ?? '') || []))
  const free: string[] = []
  const { enrollment: first } = await suggestNumbers(scope)
  for (let candidates = [first]; free.length < count; ) {
    const takenNumbers = await selectRows(
      numbers,
      'FROM students WHERE school_id = :schoolId AND enrollment_number IN (:candidates)',
      { schoolId, candidates },
    )
    const takenKeys = new Set(takenNumbers.map((row) => foldKey(row.number)))
    free.push(...candidates.filter((number) => !takenKeys.has(foldKey(number)) && !used.has(foldKey(number))))
    candidates = numbersAfter(candidates.at(-1) ?? first, Math.min(1_000, count - free.length + spare))
  }
  return free
}
