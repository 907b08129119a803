import { violatedForeignKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { Teacher } from './tables.server'
import { findTeacher } from './teacher-queries.server'

/** Deletes a teacher on whom nothing depends ('in-use', found by the foreign keys). The sign-in stays: it is the owner's to end. */
export async function deleteTeacher(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'in-use'>> {
  try {
    return await inTransaction(async () => {
      const teacher = await findTeacher(scope, publicId)
      if (!teacher) return refused('not-found')
      await Teacher.destroy({ where: { id: teacher.id, schoolId: scope.schoolId } })
      const details = { name: `${teacher.firstName} ${teacher.lastName}`, number: teacher.employeeNumber }
      await recordAudit(scope, { action: 'teacher.deleted', subject: { kind: 'teacher', id: teacher.id }, details })
      return done()
    })
  } catch (error) {
    if (violatedForeignKey(error) !== null) return refused('in-use')
    throw error
  }
}
