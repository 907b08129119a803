import { selectOne } from '~/database/database.server'
import type { StudentScope } from '~/models/shared/scope.server'

/** Row id of the school's current session, where the student studies in it, else null. */
export async function currentSessionOf({ schoolId, studentId }: Pick<StudentScope, 'schoolId' | 'studentId'>) {
  const found = await selectOne<{ id: number }>(
    `SELECT y.id FROM academic_sessions y JOIN enrollments e ON e.academic_session_id = y.id AND e.status = 'studying'
     WHERE y.school_id = :schoolId AND y.is_current = 1 AND e.student_id = :studentId`,
    { schoolId, studentId },
  )
  return found?.id ?? null
}
