import { inParts, number, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockLedgers } from '~/models/money/ledger/locks.server'
import type { SessionRecord } from '~/models/people/academics/queries.server'
import { foldKey, readCode } from '../cells'
import { ambiguousMessage, findSimilarNumbers, type SimilarStudent } from './alike-numbers.server'
import { column } from './field-reader'
import type { Problem, ReadRow, RowValues } from './port'

/** Columns of every file about dues or payments: the student and the session. */
export const studentColumn = column(
  'enrollment_number',
  'Enrollment number',
  'enrollmentno enrolmentnumber enrolmentno enrno grno grnumber studentid regno',
  { needed: 'always', example: '2026/001', read: readCode },
)
export const sessionColumn = (allowed: string) =>
  column('session', 'Academic session', 'session year academicyear ay', { example: '', allowed })

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

type StudentsByNumber = Awaited<ReturnType<typeof findStudentsByNumber>>

/**
 * Students of the school by the enrollment numbers of the rows, as `foldKey` returns them; a similar number counts when
 * only one student has it, otherwise it is `unclear`.
 */
async function findStudentsByNumber(scope: SchoolScope, rows: readonly ReadRow[]) {
  const numbers = [...new Set(rows.flatMap((row) => row.values.enrollment_number ?? []))]
  const studentsByNumber = new Map<string, { id: number }>()
  for (const part of inParts(numbers)) {
    const students = await selectRows(
      { id: number('id'), number: text('enrollment_number') },
      'FROM students WHERE school_id = :schoolId AND enrollment_number IN (:part)',
      { schoolId: scope.schoolId, part },
    )
    for (const { id, number } of students) studentsByNumber.set(foldKey(number), { id })
  }
  const unclear = new Map<string, readonly SimilarStudent[]>()
  const lacking = numbers.filter((number) => !studentsByNumber.has(foldKey(number)))
  for (const [key, alike] of await findSimilarNumbers(scope, lacking)) {
    const [only, ...others] = alike
    if (only && others.length === 0) studentsByNumber.set(key, { id: only.id })
    else unclear.set(key, alike)
  }
  return { found: studentsByNumber, unclear }
}

/** Student of a row, or the problem with its number; a row without a number has neither. */
export function studentOf(
  { found, unclear }: StudentsByNumber,
  { enrollment_number: number }: RowValues,
): { student: { id: number } | undefined; problems: Problem[] } {
  const key = foldKey(number ?? '')
  const student = found.get(key)
  if (student || number === undefined) return { student, problems: [] }
  const alike = unclear.get(key)
  const message = alike ? ambiguousMessage(alike) : 'No student has this enrollment number'
  return { student, problems: [{ column: studentColumn.spec.label, message }] }
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
