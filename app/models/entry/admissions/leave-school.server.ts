import { execute, inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { lastReturn } from '~/models/entry/register/close-period.server'
import { leaveHostel } from '~/models/money/hostels/stay/leave-hostel.server'
import { cancelDues } from '~/models/money/ledger/cancel-dues.server'
import { leaveTransport } from '~/models/money/transport/decide/leave-transport.server'
import { withdrawEnrollment } from '~/models/people/academics/enroll.server'
import { listOpenEnrollments } from '~/models/people/academics/enrollment-queries.server'
import { closeStudentAccount } from '~/models/people/accounts/student-account.server'
import { findStudentRecord } from '~/models/people/students/queries.server'
import { checkLeavingDay } from './leaving-day.server'

export interface LeaveSchool {
  /** YYYY-MM-DD, today at the latest */
  leftOn: string
  reason: string
  /** Public ids of the open dues to cancel; all others stay. */
  cancelDues: readonly string[]
  /** The office confirms the day although a later payment exists. */
  meansDay?: boolean
}

/**
 * Withdraws a student in mid-session, all or nothing: cancels chosen dues, releases bed and seats, closes the account.
 * Prepaid money stays until refunded. Refuses `already-left`, `future-date`, `before-enrolled` (before the enrollment
 * or the last readmission), an implausible day (leaving-day.server.ts), `dues-changed` (a chosen due is paid or not the
 * student's), and `hostel-stays` or `transport-stays` when an allotment cannot end (an open payment, or a later start).
 */
export async function leaveSchool(scope: SchoolScope, publicId: string, { leftOn, reason, ...input }: LeaveSchool) {
  const today = todayInIndia(new Date())
  if (leftOn > today) return refused('future-date')
  return inTransaction(async () => {
    const student = await findStudentRecord(scope, publicId, { lock: true })
    if (!student) return refused('not-found')
    if (student.status === 'left') return refused('already-left')
    const returnedOn = await lastReturn(scope, student.id)
    if (returnedOn !== null && leftOn < returnedOn) return refused('before-enrolled')
    const trouble = await checkLeavingDay(scope, student.id, leftOn, input.meansDay ?? false)
    if (trouble) return trouble
    const leaving = { studentId: student.id, leftOn }
    // Follows the order of locks: ledger, then beds and seats, then account. Any new kind of thing that a student can
    // hold must end here too.
    const duesCancelled = await cancelDues(scope, student.id, input.cancelDues)
    if (duesCancelled === null) return refused('dues-changed')
    const roomApplications = await leaveHostel(scope, leaving)
    if (roomApplications === null) return refused('hostel-stays')
    const stopped = await leaveTransport(scope, leaving)
    if (stopped === null) return refused('transport-stays')
    const seats = await giveSeatsBack(scope, leaving)
    if (seats === null) return refused('before-enrolled')
    await closeStudentAccount(scope, student.id)
    await execute(
      `UPDATE students SET status = 'left', left_on = :leftOn, left_entered_on = :today, leaving_reason = :reason, version = version + 1,
           updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id = :id`,
      { schoolId: scope.schoolId, id: student.id, leftOn, today, reason },
    )
    const details = { leftOn, reason, duesCancelled, roomApplications, transportSeats: stopped ? 1 : 0, seats }
    await recordAudit(scope, { action: 'student.left', subject: { kind: 'student', id: student.id }, details })
    return done()
  })
}

/**
 * Releases the student's seats and returns their number. Returns null when `leftOn` is within a session but before the
 * student's enrollment in it.
 */
async function giveSeatsBack(scope: SchoolScope, { studentId, leftOn }: { studentId: number; leftOn: string }) {
  const open = await listOpenEnrollments(scope, studentId, leftOn, { lock: true })
  const current = open.filter((enrollment) => enrollment.status === 'studying')
  if (current.some((enrollment) => enrollment.sessionStartsOn <= leftOn && enrollment.enrolledOn > leftOn)) return null
  for (const enrollment of current) await withdrawEnrollment(scope, enrollment, leftOn)
  return current.length
}
