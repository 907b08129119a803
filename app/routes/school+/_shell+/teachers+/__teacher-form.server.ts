import { passwordRefusal } from '~/http/fresh-password.server'
import { refusePermission } from '~/http/guards.server'
import type { TeacherFields } from '~/models/academics/teacher-schema'
import type { TeacherRefusal } from '~/models/academics/teacher-sign-in.server'
import { mayStaff } from '~/models/accounts/permissions'
import type { StaffSession } from '~/models/accounts/sessions.server'
import { tooManyMails } from '~/routes/school+/_shell+/__staff-form.server'

/** What a refused teacher says, beside the field. */
export const teacherRefusals: Record<TeacherRefusal, Record<string, string[]>> = {
  'number-taken': { employee_number: ['Another teacher has this employee number'] },
  'too-many-mails': { email: [tooManyMails] },
  'email-taken': { email: ['This e-mail already signs in somewhere; choose another or an existing sign-in'] },
  'no-such-sign-in': { sign_in: ['Select a valid sign-in'] },
  'sign-in-taken': { sign_in: ['Another teacher has this sign-in'] },
}

/**
 * A sign-in is a right: only who may give rights may name one, and gives the own password again where it changes. Answers what
 * is wrong with that password, or null.
 * @throws Response 403 for one who names a sign-in without the right
 */
export async function signInRefusalOf(
  request: Request,
  staff: StaffSession,
  fields: TeacherFields & { own_password: string },
  before: string,
): Promise<string | null> {
  if (fields.sign_in === undefined || fields.sign_in === before) return null
  if (!mayStaff(staff.role, 'staff:edit')) return refusePermission(staff, 'staff:edit')
  return passwordRefusal(request, staff, fields.own_password)
}
