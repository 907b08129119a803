import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit, recordAudits } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockSection } from './day-facts.server'
import type { LeaveState } from './options'
import type { LeaveDecision } from './schema'

interface Asked {
  id: number
  studentId: number
  enrollmentId: number
  sectionId: number
  startsOn: string
  endsOn: string
  state: LeaveState
}

/**
 * Approves or rejects an application for leave. Days of it that are marked absent already become leave, each in the audit log; days
 * marked otherwise stay as they are: whoever came was there. Refuses `already-decided`, also when the student took it back.
 */
export function decideLeave(
  scope: SchoolScope,
  publicId: string,
  decision: LeaveDecision,
): Promise<Outcome<{ days: number }, 'not-found' | 'already-decided'>> {
  return inTransaction(async () => {
    const found = await readLeave(scope, publicId)
    if (!found) return refused('not-found')
    // First the section, as who marks it does; then the application as it is now.
    await lockSection(scope, found.sectionId)
    const asked = await readLeave(scope, publicId, 'FOR UPDATE')
    if (asked?.state !== 'pending') return refused('already-decided')
    const approved = decision.decision === 'approve'
    await execute(
      `UPDATE leave_applications SET state = :state, answer = :answer, decided_by_name = :by,
         decided_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      {
        schoolId: scope.schoolId,
        id: asked.id,
        state: approved ? 'approved' : 'rejected',
        answer: decision.answer ?? null,
        by: scope.actor.name,
      },
    )
    await recordAudit(scope, {
      action: approved ? 'leave.approved' : 'leave.rejected',
      subject: { kind: 'student', id: asked.studentId },
      details: { from: asked.startsOn, until: asked.endsOn, answer: decision.answer ?? null },
    })
    return done({ days: approved ? await excuseAbsence(scope, asked) : 0 })
  })
}

/** Absent days of the leave become leave; answers how many. */
async function excuseAbsence(scope: SchoolScope, leave: Asked): Promise<number> {
  const absent = await select<{ id: number; day: string }>(
    `SELECT id, held_on AS day FROM attendance WHERE school_id = :schoolId AND enrollment_id = :enrollmentId
       AND held_on BETWEEN :startsOn AND :endsOn AND status = 'absent' ORDER BY held_on FOR UPDATE`,
    {
      schoolId: scope.schoolId,
      enrollmentId: leave.enrollmentId,
      startsOn: leave.startsOn,
      endsOn: leave.endsOn,
    },
  )
  if (absent.length === 0) return 0
  const reason = 'Leave was approved'
  await execute(
    `UPDATE attendance SET status = 'leave', correction_reason = :reason, corrected_at = UTC_TIMESTAMP(3),
       updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)`,
    { schoolId: scope.schoolId, ids: absent.map((row) => row.id), reason },
  )
  const subject = { kind: 'student', id: leave.studentId }
  await recordAudits(
    scope,
    absent.map(({ day }) => ({
      action: 'attendance.corrected',
      subject,
      details: { day, from: 'absent', to: 'leave', reason },
    })),
  )
  return absent.length
}

function readLeave(scope: SchoolScope, publicId: string, lock = ''): Promise<Asked | null> {
  return selectOne<Asked>(
    `SELECT l.id, l.student_id AS studentId, l.enrollment_id AS enrollmentId, e.section_id AS sectionId,
       l.starts_on AS startsOn, l.ends_on AS endsOn, l.state
     FROM leave_applications l JOIN enrollments e ON e.id = l.enrollment_id
     WHERE l.school_id = :schoolId AND l.public_id = :publicId ${lock}`,
    { schoolId: scope.schoolId, publicId },
  )
}
