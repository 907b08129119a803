import { number, selectRow } from '~/database/database.server'
import type { StudentScope } from '~/models/core/shared/scope.server'

/** Returns the row id of the current session if the student studies in it, or null. */
export async function currentSessionOf({ schoolId, studentId }: Pick<StudentScope, 'schoolId' | 'studentId'>) {
  const session = await selectRow(
    { id: number('y.id') },
    `FROM academic_sessions y JOIN enrollments e ON e.academic_session_id = y.id AND e.status = 'studying'
     WHERE y.school_id = :schoolId AND y.is_current = 1 AND e.student_id = :studentId`,
    { schoolId, studentId },
  )
  return session?.id ?? null
}
