import { selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { addStaffUser, type LinkOf, TooManyInvitations } from '~/models/accounts/invitations.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { TeacherFields } from './teacher-schema'

export type TeacherRefusal = 'number-taken' | 'email-taken' | 'no-such-sign-in' | 'sign-in-taken' | 'too-many-mails'

/**
 * A step: the staff user whom a teacher's form means. "Invite" makes one of the role teacher and mails the invitation; left out,
 * the sign-in stays as it was.
 */
export async function signInOfTeacher(
  scope: SchoolScope,
  fields: TeacherFields,
  before: number | null,
  linkOf: LinkOf,
): Promise<number | null | 'no-such-sign-in'> {
  const { sign_in: wanted } = fields
  if (wanted === undefined) return before
  if (wanted === 'none') return null
  if (wanted === 'invite') {
    const name = `${fields.first_name} ${fields.last_name}`
    return (await addStaffUser(scope, { name, email: fields.email ?? '', role: 'teacher' }, linkOf)).id
  }
  const found = await selectOne<{ id: number }>(
    'SELECT id FROM staff_users WHERE school_id = :schoolId AND public_id = :wanted',
    { schoolId: scope.schoolId, wanted },
  )
  return found?.id ?? 'no-such-sign-in'
}

/** The refusal behind an error that was thrown while a teacher was written, or null. */
export function teacherRefusalOf(error: unknown): TeacherRefusal | null {
  if (error instanceof TooManyInvitations) return 'too-many-mails'
  const key = violatedUniqueKey(error)
  if (key === 'teachers_employee_number') return 'number-taken'
  if (key === 'teachers_staff_user') return 'sign-in-taken'
  return key === 'staff_email' ? 'email-taken' : null
}

/** A teacher's columns from the form. */
export function teacherColumns(fields: TeacherFields) {
  return {
    employeeNumber: fields.employee_number,
    firstName: fields.first_name,
    lastName: fields.last_name,
    email: fields.email ?? null,
    mobileNumber: fields.mobile_number ?? null,
    qualification: fields.qualification || null,
    joinedOn: fields.joined_on ?? null,
  }
}
