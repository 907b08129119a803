import { inTransaction } from '~/database/transaction.server'
import type { LinkOf } from '~/models/accounts/invitations.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { Teacher } from './tables.server'
import type { TeacherFields } from './teacher-schema'
import { signInOfTeacher, type TeacherRefusal, teacherColumns, teacherRefusalOf } from './teacher-sign-in.server'

/**
 * Adds a teacher, with a sign-in where the form says so: an invited one, or one that is there and no other teacher's. The
 * caller has asked for the right to give sign-ins.
 */
export async function createTeacher(
  scope: SchoolScope,
  fields: TeacherFields,
  linkOf: LinkOf,
): Promise<Outcome<string, TeacherRefusal>> {
  try {
    return await inTransaction(async () => {
      const staffUserId = await signInOfTeacher(scope, fields, null, linkOf)
      if (staffUserId === 'no-such-sign-in') return refused('no-such-sign-in')
      const made = await Teacher.create({
        publicId: newPublicId(),
        schoolId: scope.schoolId,
        ...teacherColumns(fields),
        staffUserId,
      })
      const details = {
        name: `${fields.first_name} ${fields.last_name}`,
        number: fields.employee_number,
        signIn: staffUserId !== null,
      }
      await recordAudit(scope, { action: 'teacher.created', subject: { kind: 'teacher', id: made.id }, details })
      return done(made.publicId)
    })
  } catch (error) {
    const refusal = teacherRefusalOf(error)
    if (refusal) return refused(refusal)
    throw error
  }
}
