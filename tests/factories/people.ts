import { execute, inTransaction } from '~/database/database.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import type { ChangeableField } from '~/models/people/students/change-requests/change-request-options'
import { requestChanges } from '~/models/people/students/change-requests/request-change.server'
import { type MadeClass, type MadeSection, type MadeSession, makeEnrollment } from './academics'
import { insert } from './insert'
import { readRow } from './read'
import type { MadeSchool } from './school'
import { type MadeStudent, makeStudent, type StudentFacts } from './student'

/** Creates a student who left the school yesterday and freed the seat. */
export async function makeLeaver(
  school: MadeSchool,
  place: { session?: MadeSession; class?: MadeClass; section?: MadeSection } = {},
  facts: Partial<StudentFacts> = {},
): Promise<MadeStudent> {
  const student = await makeStudent(school, facts)
  const { section, session } = await makeEnrollment(student, place)
  const leftOn = addDays(todayInIndia(new Date()), -1)
  await execute(`UPDATE enrollments SET status = 'left', left_on = :leftOn WHERE student_id = :id`, {
    leftOn,
    id: student.id,
  })
  await execute(
    'UPDATE section_seats SET taken = taken - 1 WHERE section_id = :section AND academic_session_id = :session',
    { section: section.id, session: session.id },
  )
  await execute(
    `UPDATE students SET status = 'left', left_on = :leftOn, leaving_reason = 'Family moved to Surat' WHERE id = :id`,
    { leftOn, id: student.id },
  )
  return student
}

/** Creates a student's pending change request; returns its public id. */
export async function makeChangeRequest(
  student: MadeStudent,
  request: { field: ChangeableField; value: string; note?: string } = {
    field: 'father_name',
    value: 'Rajeshbhai Patel',
  },
): Promise<string> {
  // Imported here, because its tables bind to this process's database, which the caller must choose first.
  const { lockStudent } = await import('~/models/people/students/describe/save-section.server')
  await inTransaction(async () => {
    const stored = await lockStudent(student.scope, student.publicId)
    const values = { [request.field]: request.value }
    const asked = stored && (await requestChanges(student.scope, stored, values, request.note ?? null))
    if (!asked?.ok) throw new Error('The request was refused')
  })
  const row = await readRow<{ publicId: string }>(
    `SELECT public_id AS publicId FROM change_requests
     WHERE student_id = :id AND field = :field AND state = 'pending'`,
    { id: student.id, field: request.field },
  )
  return row?.publicId ?? ''
}

/** Makes the school require the slip's activation code when a student chooses the first password. */
export async function requireActivationCodes(school: Pick<MadeSchool, 'id'>): Promise<void> {
  const changed = await execute(
    'UPDATE school_settings SET activation_code_required = 1, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :id',
    { id: school.id },
  )
  if (changed > 0) return
  await insert('school_settings', { school_id: school.id, activation_code_required: 1, updated_at: new Date() })
}
