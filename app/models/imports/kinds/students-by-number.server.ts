import { inParts } from '~/database/bulk.server'
import { select, type Tx } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { foldKey } from '../cells'
import type { ReadRow } from './port'

/** Students of the school by the enrollment numbers of the rows. */
export async function findStudentsByNumber(
  scope: SchoolScope,
  rows: readonly ReadRow[],
  tx: Tx | null,
): Promise<Map<string, { id: number }>> {
  const numbers = [...new Set(rows.flatMap((row) => row.values.enrollment_number ?? []))]
  const found = new Map<string, { id: number }>()
  for (const part of inParts(numbers)) {
    const students = await select<{ id: number; number: string }>(
      'SELECT id, enrollment_number AS number FROM students WHERE school_id = :schoolId AND enrollment_number IN (:part)',
      { schoolId: scope.schoolId, part },
      tx,
    )
    for (const { id, number } of students) found.set(foldKey(number), { id })
  }
  return found
}

export interface SessionOfSchool {
  id: number
  name: string
  startsOn: string
}

/** The sessions of the school by what people call them: `2025-26` and `2025-2026` are one. */
export async function readSessions(scope: SchoolScope, tx: Tx | null): Promise<SessionOfSchool[]> {
  return select<SessionOfSchool>(
    'SELECT id, name, starts_on AS startsOn FROM academic_sessions WHERE school_id = :schoolId',
    { schoolId: scope.schoolId },
    tx,
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
