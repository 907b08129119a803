import { number, type Selection, selectRows } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { attendanceStatuses } from './options'
import type { DayCounts } from './rules'

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
    { schoolId: scope.schoolId, enrollmentIds, until, studentId: 'studentId' in scope ? scope.studentId : 0 },
  )
  return new Map(rows.map(({ enrollmentId, ...counts }) => [enrollmentId, counts]))
}
