import { inParts, number, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import type { SessionRecord } from '~/models/people/academics/queries.server'
import { isOtherName } from '~/models/people/guardians/other-name'
import type { PlannedValue } from '../preview'
import { readBalance, readSide } from '../values/amounts'
import { foldKey, readCode, wrong } from '../values/cells'
import { ambiguousMessage, findSimilarNumbers, type SimilarStudent } from './alike-numbers.server'
import { column, type RowReader, upTo } from './field-reader'
import type { Problem, ReadRow, RowValues } from './port'

/** Columns of every file about dues or payments: the student and the session. */
export const studentColumn = column('enrollment_number', 'Enrollment number', {
  needed: 'always',
  example: '2026/001',
  read: readCode,
})
/**
 * Name of the student, to compare with the register. Must come after the older columns: stored rows refer to columns by
 * position.
 */
export const studentNameColumn = column('student_name', 'Student name', {
  example: '',
  allowed: 'Compared with the name in the register',
  read: upTo(200),
})
export const sessionColumn = (allowed: string) =>
  column('session', 'Academic session', { example: '', sameForAll: true, allowed })

/**
 * Students of the rows, with the school's sessions; with `lock` no other transaction changes what these students owe.
 */
export async function readFeeStudents(scope: SchoolScope, rows: readonly ReadRow[], lock: boolean) {
  const students = await findStudentsByNumber(scope, rows)
  const studentIds = [...students.found.values()].map((student) => student.id).sort((a, b) => a - b)
  // With the lock, a payment that starts now either waits for this change of the dues or is seen by it.
  if (lock) for (const part of inParts(studentIds)) await lockLedgers(scope, part)
  const sessions = await selectRows(
    { id: number('id'), name: text('name'), startsOn: text('starts_on') },
    'FROM academic_sessions WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
  return { students, studentIds, sessions }
}

export interface FeeStudent {
  id: number
  name: string
}

/** Class and section of each student in the last session, by id; for the preview. */
export async function readClassesOf({ schoolId }: SchoolScope, studentIds: readonly number[]) {
  const classes = new Map<number, { className: string; sectionName: string }>()
  for (const part of inParts([...new Set(studentIds)])) {
    const rows = await selectRows(
      { studentId: number('e.student_id'), className: text('c.name'), sectionName: text('sec.name') },
      `FROM enrollments e
       JOIN academic_sessions a ON a.id = e.academic_session_id
       JOIN classes c ON c.id = e.class_id JOIN sections sec ON sec.id = e.section_id
       WHERE e.school_id = :schoolId AND e.student_id IN (:part) ORDER BY a.starts_on`,
      { schoolId, part },
    )
    for (const { studentId, ...row } of rows) classes.set(studentId, row)
  }
  return classes
}

export type ClassesOfStudents = Awaited<ReturnType<typeof readClassesOf>>

/** The student of a money row, for the preview: the name in the register, and the class. */
export function studentValues({ id, name }: FeeStudent, classes: ClassesOfStudents): PlannedValue[] {
  const seat = classes.get(id)
  return [
    { label: 'Student', text: name, from: [studentNameColumn.spec.key], otherwise: [] },
    ...(seat ? [{ label: 'Student', text: `${seat.className} – ${seat.sectionName}`, from: [] }] : []),
  ]
}

type StudentsByNumber = Awaited<ReturnType<typeof findStudentsByNumber>>

/**
 * Finds the students by the enrollment numbers of the rows, or else by admission number; keys are as `foldKey` returns
 * them. A similar number counts when only one student has it; otherwise it is in `unclear`.
 */
async function findStudentsByNumber(scope: SchoolScope, rows: readonly ReadRow[]) {
  const numbers = [...new Set(rows.flatMap((row) => row.values.enrollment_number ?? []))]
  const studentsByNumber = new Map<string, FeeStudent>()
  for (const part of inParts(numbers)) {
    const students = await selectRows(
      { id: number('id'), number: text('enrollment_number'), name: text("TRIM(CONCAT(first_name, ' ', last_name))") },
      'FROM students WHERE school_id = :schoolId AND enrollment_number IN (:part)',
      { schoolId: scope.schoolId, part },
    )
    for (const { id, number, name } of students) studentsByNumber.set(foldKey(number), { id, name })
  }
  const unclear = new Map<string, readonly SimilarStudent[]>()
  const lackingOf = () => numbers.filter((number) => !studentsByNumber.has(foldKey(number)))
  // Some reports name the number of the General Register, which may differ from the enrollment number.
  for (const part of inParts(lackingOf())) {
    const students = await selectRows(
      {
        id: number('s.id'),
        number: text('i.admission_number'),
        name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
      },
      `FROM academic_infos i JOIN students s ON s.id = i.student_id
       WHERE i.school_id = :schoolId AND i.admission_number IN (:part)`,
      { schoolId: scope.schoolId, part },
    )
    for (const { id, number, name } of students) studentsByNumber.set(foldKey(number), { id, name })
  }
  const lacking = lackingOf()
  for (const [key, alike] of await findSimilarNumbers(scope, lacking)) {
    const [only, ...others] = alike
    if (only && others.length === 0) studentsByNumber.set(key, { id: only.id, name: only.name })
    else unclear.set(key, alike)
  }
  return { found: studentsByNumber, unclear }
}

/**
 * Student of a row, or the problem with its number or name; a row without a number has neither. A name that clearly
 * belongs to another student is a problem: the money would be booked on the wrong child.
 */
export function studentOf(
  { found, unclear }: StudentsByNumber,
  { enrollment_number: number, student_name: name }: RowValues,
): { student: FeeStudent | undefined; problems: Problem[] } {
  const key = foldKey(number ?? '')
  const student = found.get(key)
  if (student && name !== undefined && isOtherName(name, student.name)) {
    const message = `The number ${number} belongs to ${student.name}, but the file names ${name}`
    return { student, problems: [{ column: studentNameColumn.spec.label, message }] }
  }
  if (student || number === undefined) return { student, problems: [] }
  const alike = unclear.get(key)
  const message = alike ? ambiguousMessage(alike) : 'No student has this enrollment number'
  return { student, problems: [{ column: studentColumn.spec.label, message }] }
}

/** Paise of the amount in a column of their own. Must come after the older columns. */
export const paiseColumn = column('paise', 'Paise', {
  example: '',
  allowed: 'Paise of the amount, from 0 to 99',
  read: (text, _, how) => {
    const paise = readBalance(text, { ...how.amount, unit: 'paise' })
    return paise.ok && !/^\d{1,2}$/.test(paise.text) ? wrong('Enter paise from 0 to 99') : paise
  },
  isOnlyRead: true,
})

/** Side of the account in a column of its own. Must come after the older columns. */
export const sideColumn = column('side', 'Dr/Cr', {
  example: '',
  allowed: 'Dr or Cr',
  choices: ['Dr', 'Cr'],
  read: readSide,
  isOnlyRead: true,
})

const otherSideOfFees = 'The other side of the account is not imported: delete this line'

/**
 * Merges the separate columns of a row into its amount: adds the paise, subtracts payments and credits, and makes an
 * amount on the other side of the account (debit or credit) negative.
 */
export function withParts(read: RowReader, otherSide: 'dr' | 'cr'): RowReader {
  return (cells) => {
    const { values: all, problems } = read(cells)
    const { side, ...values } = all
    const { paise, less, ...rest } = values
    if (side === otherSide && values.fees !== undefined && problems.length === 0)
      return { values: rest, problems: [{ column: sideColumn.spec.label, message: otherSideOfFees }] }
    const isOther = side === otherSide && Number(values.amount ?? 0) > 0
    if (isOther && problems.length === 0 && less === undefined && paise === undefined)
      return { values: { ...rest, amount: `-${values.amount}` }, problems }
    if (problems.length > 0 || (Number(paise ?? 0) === 0 && Number(less ?? 0) === 0)) return { values: rest, problems }
    const amount = Number(values.amount ?? 0) * (isOther ? -1 : 1)
    const refuse = (column: string, message: string) => ({ values: rest, problems: [{ column, message }] })
    if (values.fees !== undefined)
      return refuse('Amount', 'Paise and payments need one amount, not a column for each fee')
    if (paise !== undefined && paise !== '0' && amount % 100 !== 0)
      return refuse(paiseColumn.spec.label, 'The amount has paise too')
    const sum = (amount < 0 ? amount - Number(paise ?? 0) : amount + Number(paise ?? 0)) - Number(less ?? 0)
    return { values: { ...rest, amount: String(sum) }, problems }
  }
}

type SessionOfSchool = Pick<SessionRecord, 'id' | 'name' | 'startsOn'>

/** Session of a row, by `2025-26` or `2025-2026`; `usual` if the row names none. */
export function findSessionOf(
  sessions: readonly SessionOfSchool[],
  sessionName: string | undefined,
  usual: number | null,
): SessionOfSchool | undefined {
  if (sessionName === undefined) return sessions.find((session) => session.id === usual)
  return sessions.find((session) => sessionKey(session.name) === sessionKey(sessionName))
}

function sessionKey(name: string): string {
  return foldKey(name)
    .replace(/\s/g, '')
    .replace(/^(\d{4})[-/–](?:\d{2})?(\d{2})$/, '$1-$2')
}
