import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { todayInIndia } from '~/models/shared/calendar'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findStudentRecord } from '~/models/students/find-record.server'
import { leavingSteps } from './leaving-steps.server'

export interface LeaveSchool {
  /** YYYY-MM-DD, today at the latest */
  leftOn: string
  reason: string
  /** Public ids of the open dues that are no longer owed; all others stay. */
  cancelDues: readonly string[]
}

/**
 * A student leaves in the middle of a session: the chosen dues are cancelled, bed and seat are given back, the account closes, all or
 * nothing. Money paid ahead stays where it is until the office refunds it. Refuses `already-left`, `future-date`,
 * `before-enrolled`, `dues-changed` when a chosen due is not the student's or was paid meanwhile, and `hostel-stays` when a hostel place
 * cannot end like this (a payment for it is open, or the student moved in later), and `transport-stays` likewise for a seat.
 */
export async function leaveSchool(scope: SchoolScope, publicId: string, input: LeaveSchool) {
  if (input.leftOn > todayInIndia(new Date())) return refused('future-date')
  return inTransaction(async () => {
    const student = await findStudentRecord(scope, publicId, { lock: true })
    if (!student) return refused('not-found')
    if (student.status === 'left') return refused('already-left')
    const details: Record<string, string | number> = { leftOn: input.leftOn, reason: input.reason }
    const leaving = { studentId: student.id, leftOn: input.leftOn, cancelDues: input.cancelDues }
    for (const step of leavingSteps) {
      const facts = await step(scope, leaving)
      if (typeof facts === 'string') return refused(facts)
      Object.assign(details, facts)
    }
    await execute(
      `UPDATE students SET status = 'left', left_on = :leftOn, leaving_reason = :reason, version = version + 1,
           updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: student.id, leftOn: input.leftOn, reason: input.reason },
    )
    await recordAudit(scope, { action: 'student.left', subject: { kind: 'student', id: student.id }, details })
    return done()
  })
}
