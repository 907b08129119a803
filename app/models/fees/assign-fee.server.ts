import { select } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockFee } from './lock-fee.server'
import { raiseFee } from './raise-fees.server'
import { Fee } from './tables.server'

/**
 * Makes every active student of the fee's class and session owe it, except those under the RTE Act; who is admitted later
 * owes it too. Assigning again adds only what is missing. Answers how many dues are new.
 */
export function assignFee(scope: SchoolScope, publicId: string): Promise<Outcome<{ raised: number }, 'not-found'>> {
  return inTransaction(async (tx) => {
    const plan = await lockFee(scope, publicId, tx)
    if (!plan) return refused('not-found')
    const students = await select<{ id: number }>(
      `SELECT s.id FROM enrollments e JOIN students s ON s.id = e.student_id
       WHERE e.school_id = :schoolId AND e.academic_session_id = :academicSessionId AND e.class_id = :classId
         AND s.status = 'active' AND s.rte = 0 ORDER BY s.id`,
      { schoolId: scope.schoolId, academicSessionId: plan.academicSessionId, classId: plan.classId },
      tx,
    )
    const studentIds = students.map((student) => student.id)
    const raised = await raiseFee(scope, plan, studentIds, tx)
    if (!plan.isAssigned) {
      await Fee.update(
        { assignedAt: new Date() },
        { where: { id: plan.id, schoolId: scope.schoolId }, transaction: tx },
      )
    }
    await recordAudit(
      scope,
      {
        action: 'fee.assigned',
        subject: { kind: 'fee', id: plan.id },
        details: { name: plan.name, students: studentIds.length, dues: raised },
      },
      tx,
    )
    return done({ raised })
  })
}
