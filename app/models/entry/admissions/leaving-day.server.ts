import { selectRow, textOrNull } from '~/database/database.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'

const facts = {
  bornOn: textOrNull('s.date_of_birth'),
  admittedOn: textOrNull('(SELECT i.admission_date FROM academic_infos i WHERE i.student_id = s.id)'),
  enrolledOn: textOrNull('(SELECT MIN(e.enrolled_on) FROM enrollments e WHERE e.student_id = s.id)'),
  // Excludes days marked absent, because a student who has left is marked absent until the office learns of it.
  cameOn: textOrNull(`(SELECT MAX(a.held_on) FROM attendance a
    WHERE a.school_id = s.school_id AND a.student_id = s.id AND a.status IN ('present', 'late', 'half_day'))`),
  paidOn: textOrNull(`(SELECT DATE(CONVERT_TZ(MAX(p.paid_at), '+00:00', '+05:30')) FROM payments p
    WHERE p.school_id = s.school_id AND p.student_id = s.id AND p.state = 'paid')`),
}

const refusedOnDay = <Reason extends string>(reason: Reason, day: string) => ({ ok: false as const, reason, day })

/**
 * Checks a leaving date (YYYY-MM-DD, a day in India) against the school's records: with a mistyped year, retention
 * would remove the data of a current student. Returns null if the date is plausible, or refuses `before-birth`,
 * `before-joined` (first enrollment or admission), `came-later` (with the last day in class) or `paid-later` (with the
 * day of the last payment). With `meansDay`, the office confirms the leaving date, so `paid-later` does not apply.
 */
export async function checkLeavingDay({ schoolId }: SchoolScope, studentId: number, leftOn: string, meansDay: boolean) {
  const studentDates = await selectRow(facts, 'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId', {
    schoolId,
    studentId,
  })
  if (!studentDates) return null
  const { bornOn, admittedOn, enrolledOn, cameOn, paidOn } = studentDates
  if (bornOn !== null && leftOn < bornOn) return refused('before-birth')
  const [joinedOn] = [admittedOn, enrolledOn].filter((day) => day !== null).toSorted()
  if (joinedOn !== undefined && leftOn < joinedOn) return refusedOnDay('before-joined', joinedOn)
  if (cameOn !== null && leftOn < cameOn) return refusedOnDay('came-later', cameOn)
  if (paidOn !== null && leftOn < paidOn && !meansDay) return refusedOnDay('paid-later', paidOn)
  return null
}
