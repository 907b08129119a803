import { number, type Selection, selectRows } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { attendanceStatuses } from './options'
import { type DayCounts, noDays } from './rules'

const counts = attendanceStatuses.map((status) => [status, number(`SUM(status = '${status}')`)])
const days = Object.fromEntries(counts) as Selection<DayCounts>

/**
 * Counts the marked days of these enrollments by status, in any section, up to and including a day (`YYYY-MM-DD`);
 * enrollments without marked days are omitted.
 */
export async function daysOfEnrollments(
  scope: SchoolScope | StudentScope,
  enrollmentIds: readonly number[],
  until = '9999-12-31',
): Promise<Map<number, DayCounts>> {
  if (enrollmentIds.length === 0) return new Map()
  const rows = await selectRows(
    { enrollmentId: number('enrollment_id'), ...days },
    `FROM attendance WHERE school_id = :schoolId AND enrollment_id IN (:enrollmentIds)
       AND (:studentId = 0 OR student_id = :studentId) AND held_on <= :until
     GROUP BY enrollment_id`,
    { ...valuesOf(scope, enrollmentIds), until },
  )
  return new Map(rows.map(({ enrollmentId, ...counts }) => [enrollmentId, counts]))
}

const valuesOf = (scope: SchoolScope | StudentScope, enrollmentIds: readonly number[]) => ({
  schoolId: scope.schoolId,
  enrollmentIds,
  studentId: 'studentId' in scope ? scope.studentId : 0,
})

/**
 * Counts like `daysOfEnrollments`, and adds the months that were entered as sums: days attended count as present, the
 * other days held as absent. For percentages, cards and certificates; registers show marked days only.
 */
export async function allDaysOfEnrollments(
  scope: SchoolScope | StudentScope,
  enrollmentIds: readonly number[],
): Promise<Map<number, DayCounts>> {
  const marked = await daysOfEnrollments(scope, enrollmentIds)
  if (enrollmentIds.length === 0) return marked
  const months = await selectRows(
    {
      enrollmentId: number('enrollment_id'),
      present: number('SUM(attended_halves) / 2'),
      absent: number('SUM(days_held) - SUM(attended_halves) / 2'),
    },
    `FROM attendance_months WHERE school_id = :schoolId AND enrollment_id IN (:enrollmentIds)
       AND (:studentId = 0 OR student_id = :studentId)
     GROUP BY enrollment_id`,
    valuesOf(scope, enrollmentIds),
  )
  for (const { enrollmentId, present, absent } of months) {
    const counts = marked.get(enrollmentId) ?? noDays
    marked.set(enrollmentId, { ...counts, present: counts.present + present, absent: counts.absent + absent })
  }
  return marked
}
