import { execute, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { addDays } from '~/models/shared/calendar'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { StudentScope } from '~/models/shared/scope.server'
import { leaveDaysBack } from './options'
import type { LeaveFields } from './schema'

export type LeaveRefusal = 'not-enrolled' | 'outside-session' | 'ends-outside-session' | 'too-long-ago' | 'overlaps'

/**
 * The student asks for leave; the school decides. The same form sent twice asks once. Refuses who studies nowhere now, days outside
 * the current session (`ends-outside-session` when only the last one is), days more than `leaveDaysBack` ago, and days that an open or approved application covers already.
 * `today` is India's day.
 */
export async function applyForLeave(
  scope: StudentScope,
  fields: LeaveFields,
  today: string,
): Promise<Outcome<undefined, LeaveRefusal>> {
  return inTransaction(
    async () => {
      const place = await lockPlace(scope)
      if (!place) return refused('not-enrolled')
      if (await isSent(scope, fields.form_key)) return done()
      const { starts_on: startsOn, ends_on: endsOn } = fields
      if (startsOn < place.startsOn || startsOn > place.endsOn) return refused('outside-session')
      if (endsOn > place.endsOn) return refused('ends-outside-session')
      if (startsOn < addDays(today, -leaveDaysBack)) return refused('too-long-ago')
      const days = { schoolId: scope.schoolId, studentId: scope.studentId, startsOn, endsOn }
      const other = await selectOne(
        `SELECT id FROM leave_applications WHERE school_id = :schoolId AND student_id = :studentId
           AND state IN ('pending','approved') AND starts_on <= :endsOn AND ends_on >= :startsOn LIMIT 1`,
        days,
      )
      if (other) return refused('overlaps')
      await execute(
        `INSERT INTO leave_applications (public_id, school_id, student_id, enrollment_id, starts_on, ends_on, reason, form_key,
           created_at, updated_at)
         VALUES (:publicId, :schoolId, :studentId, :enrollmentId, :startsOn, :endsOn, :reason, :formKey, UTC_TIMESTAMP(3),
           UTC_TIMESTAMP(3))`,
        {
          ...days,
          publicId: newPublicId(),
          enrollmentId: place.enrollmentId,
          reason: fields.reason,
          formKey: fields.form_key,
        },
      )
      const subject = { kind: 'student', id: scope.studentId }
      await recordAudit(scope, { action: 'leave.asked', subject, details: { from: startsOn, until: endsOn } })
      return done()
    },
    {
      // The same key was in the school's hands in the meantime: it is the same form.
      leave_applications_form_key: async () => done(),
    },
  )
}

/** The student's place now, held so that two forms are looked at one after the other. */
function lockPlace(scope: StudentScope) {
  return selectOne<{ enrollmentId: number; startsOn: string; endsOn: string }>(
    `SELECT e.id AS enrollmentId, a.starts_on AS startsOn, a.ends_on AS endsOn
     FROM enrollments e JOIN academic_sessions a ON a.school_id = e.school_id AND a.id = e.academic_session_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND a.is_current = 1 FOR UPDATE`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

async function isSent(scope: StudentScope, formKey: string): Promise<boolean> {
  const found = await selectOne(
    'SELECT id FROM leave_applications WHERE school_id = :schoolId AND student_id = :studentId AND form_key = :formKey',
    { schoolId: scope.schoolId, studentId: scope.studentId, formKey },
  )
  return found !== null
}
