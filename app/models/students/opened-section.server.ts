import { select, selectOne } from '~/database/connection.server'
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

/** A value of the form that is not what stands now. Numbers that are never shown have none. */
export interface TypedValue {
  field: string
  now: string | null
  typed: string | null
}

/** What others saved since the form was opened. */
export interface Conflict {
  version: number
  changes: StudentChange[]
  /**
   * Not null where it is not known any more what they changed (the notes are kept for a day): nobody can say then which of the
   * form's values are its sender's own. They are not written, whatever was ticked; the form is made anew from what stands now.
   */
  typed: TypedValue[] | null
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
 * first changed. Who has seen that very version and saves all the same is let through, with own changes only; where it is not
 * known any more what others changed, nobody is. The same form sent twice finds its values stored and is no second opinion.
 */
export async function openForSaving(
  scope: SchoolScope | StudentScope,
  publicId: string,
  opened: Opened,
  values: NewValues,
): Promise<OpenedStudent | Exclude<SaveOutcome, { ok: true }>> {
  const student = await lockStudent(scope, publicId)
  if (!student) return { ok: false, reason: 'not-found' }
  if (opened.version === student.version) return { student, values }
  const names = Object.keys(values)
  if (names.length > 0 && names.every((field) => storedText(values[field]) === student.values[field]))
    return { student, values: {} }
  const changes = await changesSince(scope, student.id, opened.version)
  const told = new Set(changes.map(({ version }) => version)).size
  if (told < student.version - opened.version && names.length > 0) {
    const conflict = { version: student.version, changes: [], typed: typedValues(student, values) }
    return { ok: false, reason: 'changed-meanwhile', conflict }
  }
  if (opened.seenVersion !== student.version) {
    const conflict = {
      version: student.version,
      changes: changes.map(({ version: _, ...change }) => change),
      typed: null,
    }
    return { ok: false, reason: 'changed-meanwhile', conflict }
  }
  const before = new Map<string, string | null>()
  for (const { field, from } of changes) if (!before.has(field)) before.set(field, from)
  const touched = ([field, value]: [string, NewValues[string]]) =>
    !before.has(field) || storedText(value) !== before.get(field)
  return { student, values: Object.fromEntries(Object.entries(values).filter(touched)) }
}

function typedValues(student: StudentSections, values: NewValues): TypedValue[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const [now, typed] = [student.values[field] ?? null, storedText(value)]
    if (now === typed) return []
    const number = /^(.*_aadhar)_end$/.exec(field)?.[1]
    return [number ? { field: number, now: null, typed: null } : { field, now, typed }]
  })
}

/** A step: the student as nobody else changes it before the transaction ends. */
export async function lockStudent(
  scope: SchoolScope | StudentScope,
  publicId: string,
): Promise<StudentSections | null> {
  await selectOne('SELECT id FROM students WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE', {
    schoolId: scope.schoolId,
    publicId,
  })
  return findSections(scope, publicId)
}

/** Every change since a version, unless a form is older than anybody can read through: then they count as not known. */
function changesSince(
  scope: SchoolScope | StudentScope,
  studentId: number,
  version: number,
): Promise<Array<StudentChange & { version: number }>> {
  return select<StudentChange & { version: number }>(
    `SELECT version, field, old_value AS \`from\`, new_value AS \`to\`, changed_by AS \`by\`, changed_at AS \`at\`
     FROM student_changes
     WHERE school_id = :schoolId AND student_id = :studentId AND version > :version
     ORDER BY id LIMIT 200`,
    { schoolId: scope.schoolId, studentId, version },
  )
}
