import { execute } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { Teacher } from './tables.server'
import { findTeacher } from './teacher-queries.server'

/**
 * Takes a teacher out of the choices, or back in. Who leaves is class teacher of no section any longer; the sign-in is the
 * owner's to end.
 */
export function setTeacherStatus(
  scope: SchoolScope,
  publicId: string,
  status: 'active' | 'inactive',
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const teacher = await findTeacher(scope, publicId)
    if (!teacher) return refused('not-found')
    // The teacher first, then the sections: as a section's form does, so that no section keeps who has left.
    await Teacher.update({ status }, { where: { id: teacher.id, schoolId: scope.schoolId } })
    const sections =
      status === 'active'
        ? 0
        : await execute(
            'UPDATE sections SET class_teacher_id = NULL WHERE school_id = :schoolId AND class_teacher_id = :id',
            { schoolId: scope.schoolId, id: teacher.id },
          )
    const action = status === 'active' ? 'teacher.restored' : 'teacher.deactivated'
    const details = { name: `${teacher.firstName} ${teacher.lastName}`, sectionsWithout: sections }
    await recordAudit(scope, { action, subject: { kind: 'teacher', id: teacher.id }, details })
    return done()
  })
}
