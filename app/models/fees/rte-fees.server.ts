import { select } from '~/database/connection.server'
import { withdrawUntouchedDues } from '~/models/ledger/withdraw-dues.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { raiseAssignedFees } from './raise-fees.server'

/**
 * A step of changing a student: who comes under the RTE Act owes no fees of running sessions from then on (what a payment has touched
 * stays, decisions section 3); who leaves it owes those assigned to the classes in which the student studies.
 */
export async function adjustFeesToRte(scope: SchoolScope, student: { id: number; rte: boolean }): Promise<void> {
  if (student.rte) {
    await withdrawUntouchedDues(scope, { kind: 'fee', studentId: student.id, today: todayInIndia(new Date()) })
    return
  }
  const places = await select<{ academicSessionId: number; classId: number }>(
    `SELECT academic_session_id AS academicSessionId, class_id AS classId FROM enrollments
     WHERE school_id = :schoolId AND student_id = :studentId AND status = 'studying' ORDER BY id`,
    { schoolId: scope.schoolId, studentId: student.id },
  )
  for (const place of places) await raiseAssignedFees(scope, student, place)
}
