import { select } from '~/database/database.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { DayCounts } from './rules'

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
  const rows = await select<DayCounts & { enrollmentId: number }>(
    `SELECT enrollment_id AS enrollmentId, CAST(SUM(status = 'present') AS SIGNED) AS present,
       CAST(SUM(status = 'absent') AS SIGNED) AS absent, CAST(SUM(status = 'late') AS SIGNED) AS late,
       CAST(SUM(status = 'half_day') AS SIGNED) AS half_day, CAST(SUM(status = 'leave') AS SIGNED) AS \`leave\`
     FROM attendance WHERE school_id = :schoolId AND enrollment_id IN (:enrollmentIds)
       AND (:studentId = 0 OR student_id = :studentId) AND held_on <= :until
     GROUP BY enrollment_id`,
    { schoolId: scope.schoolId, enrollmentIds, until, studentId: 'studentId' in scope ? scope.studentId : 0 },
  )
  return new Map(rows.map(({ enrollmentId, ...counts }) => [enrollmentId, counts]))
}
