import { inParts } from '~/database/bulk.server'
import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { foldKey } from '../cells'
import { type Alike, findAlike, whichOf } from './alike-numbers.server'
import type { ReadRow } from './port'

export interface StudentsByNumber {
  /** By `foldKey` of the number. */
  found: Map<string, { id: number }>
  /** Numbers that may be those of several students. */
  unclear: Map<string, readonly Alike[]>
}

/** Students of the school by the enrollment numbers of the rows; one that is written differently counts where it is one student's only. */
export async function findStudentsByNumber(scope: SchoolScope, rows: readonly ReadRow[]): Promise<StudentsByNumber> {
  const numbers = [...new Set(rows.flatMap((row) => row.values.enrollment_number ?? []))]
  const found = new Map<string, { id: number }>()
  for (const part of inParts(numbers)) {
    const students = await select<{ id: number; number: string }>(
      'SELECT id, enrollment_number AS number FROM students WHERE school_id = :schoolId AND enrollment_number IN (:part)',
      { schoolId: scope.schoolId, part },
    )
    for (const { id, number } of students) found.set(foldKey(number), { id })
  }
  const unclear = new Map<string, readonly Alike[]>()
  const lacking = numbers.filter((number) => !found.has(foldKey(number)))
  for (const [key, alike] of await findAlike(scope, lacking)) {
    const [only, ...others] = alike
    if (only && others.length === 0) found.set(key, { id: only.id })
    else unclear.set(key, alike)
  }
  return { found, unclear }
}

/** What is wrong with a row's number, or null. */
export function numberProblem(students: StudentsByNumber, number: string | undefined): string | null {
  if (number === undefined) return 'Enrollment number is required'
  const key = foldKey(number)
  if (students.found.has(key)) return null
  const alike = students.unclear.get(key)
  return alike ? whichOf(alike) : 'No student has this enrollment number'
}

export interface SessionOfSchool {
  id: number
  name: string
  startsOn: string
}

/** The sessions of the school by what people call them: `2025-26` and `2025-2026` are one. */
export async function readSessions(scope: SchoolScope): Promise<SessionOfSchool[]> {
  return select<SessionOfSchool>(
    'SELECT id, name, starts_on AS startsOn FROM academic_sessions WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
  )
}

export function findSessionOf(
  sessions: readonly SessionOfSchool[],
  typed: string | undefined,
  usual: number | null,
): SessionOfSchool | undefined {
  if (typed === undefined) return sessions.find((session) => session.id === usual)
  return sessions.find((session) => sessionKey(session.name) === sessionKey(typed))
}

function sessionKey(name: string): string {
  return foldKey(name)
    .replace(/\s/g, '')
    .replace(/^(\d{4})[-/–](?:\d{2})?(\d{2})$/, '$1-$2')
}
