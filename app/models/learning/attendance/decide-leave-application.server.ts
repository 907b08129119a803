import { execute, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit, recordAudits } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lockSection } from './day-facts.server'
import type { LeaveDecision } from './schema.server'
import { LeaveApplication } from './tables.server'

const columns = {
  ...columnsOf(LeaveApplication, 'l', 'id', 'studentId', 'enrollmentId', 'startsOn', 'endsOn', 'state'),
  sectionId: number('e.section_id'),
}

function readApplication(scope: SchoolScope, publicId: string, lock = '') {
  return selectRow(
    columns,
    `FROM leave_applications l JOIN enrollments e ON e.id = l.enrollment_id
     WHERE l.school_id = :schoolId AND l.public_id = :publicId ${lock}`,
    { schoolId: scope.schoolId, publicId },
  )
}
type Application = NonNullable<Awaited<ReturnType<typeof readApplication>>>

/**
 * Approves or rejects an application for leave. On approval, days already marked absent become leave, each audited;
 * other marks stay, because the student was there. Refuses `already-decided`, also when the student withdrew it.
 */
export function decideLeaveApplication(
  scope: SchoolScope,
  publicId: string,
  { decision, answer: words }: LeaveDecision,
): Promise<Outcome<{ days: number }, 'not-found' | 'already-decided'>> {
  return inTransaction(async () => {
    const application = await readApplication(scope, publicId)
    if (!application) return refused('not-found')
    // Locks the section first, as marking does, then reads the application again.
    await lockSection(scope, application.sectionId)
    const lockedApplication = await readApplication(scope, publicId, 'FOR UPDATE')
    if (lockedApplication?.state !== 'pending') return refused('already-decided')
    const state = decision === 'approve' ? 'approved' : 'rejected'
    const answer = words ?? null
    const decisionStamp = { decidedByName: scope.actor.name, decidedAt: new Date() }
    await LeaveApplication.update(
      { state, answer, ...decisionStamp },
      { where: { id: lockedApplication.id, schoolId: scope.schoolId } },
    )
    await recordAudit(scope, {
      action: `leave.${state}`,
      subject: { kind: 'student', id: lockedApplication.studentId },
      details: { from: lockedApplication.startsOn, until: lockedApplication.endsOn, answer },
    })
    return done({ days: state === 'approved' ? await excuseAbsence(scope, lockedApplication) : 0 })
  })
}

/** Changes absent days of the leave to leave; returns their number. */
async function excuseAbsence(scope: SchoolScope, leave: Application): Promise<number> {
  const { schoolId } = scope
  const { enrollmentId, startsOn, endsOn } = leave
  const absent = await selectRows(
    { id: number('id'), day: text('held_on') },
    `FROM attendance WHERE school_id = :schoolId AND enrollment_id = :enrollmentId
       AND held_on BETWEEN :startsOn AND :endsOn AND status = 'absent' ORDER BY held_on FOR UPDATE`,
    { schoolId, enrollmentId, startsOn, endsOn },
  )
  if (absent.length === 0) return 0
  const reason = 'Leave was approved'
  await execute(
    `UPDATE attendance SET status = 'leave', correction_reason = :reason, corrected_at = UTC_TIMESTAMP(3),
       updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)`,
    { schoolId, ids: absent.map((row) => row.id), reason },
  )
  const subject = { kind: 'student', id: leave.studentId }
  const details = (day: string) => ({ day, from: 'absent', to: 'leave', reason })
  await recordAudits(
    scope,
    absent.map(({ day }) => ({ action: 'attendance.corrected', subject, details: details(day) })),
  )
  return absent.length
}
