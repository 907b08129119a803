import { inTransaction } from '~/database/transaction.server'
import type { LinkOf } from '~/models/accounts/invitations.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { Teacher } from './tables.server'
import { findTeacher } from './teacher-queries.server'
import type { TeacherFields } from './teacher-schema'
import { signInOfTeacher, type TeacherRefusal, teacherColumns, teacherRefusalOf } from './teacher-sign-in.server'

/** Changes a teacher, and the sign-in where the form names one. The caller has asked for the right to give sign-ins. */
export async function updateTeacher(
  scope: SchoolScope,
  publicId: string,
  fields: TeacherFields,
  linkOf: LinkOf,
): Promise<Outcome<undefined, TeacherRefusal | 'not-found'>> {
  try {
    return await inTransaction(async () => {
      const teacher = await findTeacher(scope, publicId)
      if (!teacher) return refused('not-found')
      const staffUserId = await signInOfTeacher(scope, fields, teacher.staffUserId, linkOf)
      if (staffUserId === 'no-such-sign-in') return refused('no-such-sign-in')
      await Teacher.update(
        { ...teacherColumns(fields), staffUserId },
        { where: { id: teacher.id, schoolId: scope.schoolId } },
      )
      const details = {
        before: `${teacher.firstName} ${teacher.lastName}`,
        name: `${fields.first_name} ${fields.last_name}`,
        number: fields.employee_number,
        signInChanged: staffUserId !== teacher.staffUserId,
      }
      await recordAudit(scope, { action: 'teacher.updated', subject: { kind: 'teacher', id: teacher.id }, details })
      return done()
    })
  } catch (error) {
    const refusal = teacherRefusalOf(error)
    if (refusal) return refused(refusal)
    throw error
  }
}
