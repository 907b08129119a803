import { select, selectOne, type Tx } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { findSections, type StudentSections, storedText } from './find-sections.server'
import type { NewValues } from './write-fields.server'

/** How a form was opened: with which version and, on a second try, which later version its sender has been shown. */
export interface Opened {
  version: number
  seenVersion: number | null
}

export interface StudentChange {
  field: string
  from: string | null
  to: string | null
  by: string
  at: Date
}

/** What others saved since the form was opened; empty where that was more than a day ago. */
export interface Conflict {
  version: number
  changes: StudentChange[]
}

export type Refused<Reason extends string> = { ok: false; reason: Reason }
/** A save of a section: done, refused for its reasons, or asked back because somebody else saved meanwhile. */
export type SaveOutcome<Reason extends string = never> =
  | { ok: true }
  | Refused<Reason | 'not-found'>
  | { ok: false; reason: 'changed-meanwhile'; conflict: Conflict }

interface OpenedStudent {
  student: StudentSections
  /** What is to be written: without what the sender did not touch and somebody else changed. */
  values: NewValues
}

/**
 * A step of every save: locks the student and compares versions, so that of two who save at once the second is told what the
 * first changed. Who has seen that very version and saves all the same is let through, with own changes only. The same form
 * sent twice finds its values stored and is no second opinion.
 */
export async function openForSaving(
  scope: SchoolScope | StudentScope,
  publicId: string,
  opened: Opened,
  values: NewValues,
  tx: Tx,
): Promise<OpenedStudent | Exclude<SaveOutcome, { ok: true }>> {
  await selectOne(
    'SELECT id FROM students WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE',
    { schoolId: scope.schoolId, publicId },
    tx,
  )
  const student = await findSections(scope, publicId, tx)
  if (!student) return { ok: false, reason: 'not-found' }
  if (opened.version === student.version) return { student, values }
  const names = Object.keys(values)
  if (names.length > 0 && names.every((field) => storedText(values[field]) === student.values[field]))
    return { student, values: {} }
  const changes = await changesSince(scope, student.id, opened.version, tx)
  if (opened.seenVersion !== student.version)
    return { ok: false, reason: 'changed-meanwhile', conflict: { version: student.version, changes } }
  const before = new Map<string, string | null>()
  for (const { field, from } of changes) if (!before.has(field)) before.set(field, from)
  const touched = ([field, value]: [string, NewValues[string]]) =>
    !before.has(field) || storedText(value) !== before.get(field)
  return { student, values: Object.fromEntries(Object.entries(values).filter(touched)) }
}

function changesSince(
  scope: SchoolScope | StudentScope,
  studentId: number,
  version: number,
  tx: Tx,
): Promise<StudentChange[]> {
  return select<StudentChange>(
    `SELECT field, old_value AS \`from\`, new_value AS \`to\`, changed_by AS \`by\`, changed_at AS \`at\`
     FROM student_changes
     WHERE school_id = :schoolId AND student_id = :studentId AND version > :version
     ORDER BY id LIMIT 60`,
    { schoolId: scope.schoolId, studentId, version },
    tx,
  )
}
