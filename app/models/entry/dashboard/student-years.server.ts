import { number, numbersOf, selectRows, text } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { attendanceStatuses } from '~/models/learning/attendance/options'
import { attendancePercent, type DayCounts, markedDays } from '~/models/learning/attendance/rules'
import { joinLastResult, lastResultColumns, lastResultOf } from '~/models/learning/exams/results/last-result.server'
import { enrolledColumns, enrolledFrom } from '~/models/people/academics/enrollment-queries.server'

const columns = {
  ...enrolledColumns,
  sectionPublicId: text('t.public_id'),
  ...numbersOf('n', ...attendanceStatuses),
  attendedByMonth: number('COALESCE(h.halves / 2, 0)'),
  heldByMonth: number('COALESCE(h.held, 0)'),
  ...lastResultColumns,
}

export type StudentYear = Awaited<ReturnType<typeof listYearsOf>>[number]

/** Sessions whose data may be read: none, the current one, or all. */
export type YearsRead = 'none' | 'current' | 'all'
const whenRead: Record<YearsRead, string> = { none: 'FALSE', current: 'a.is_current = 1', all: 'TRUE' }

/**
 * Lists a student's enrollments, newest session first, each with the attendance and last published result that `reads`
 * permits (otherwise 0 days and null). One statement.
 */
export async function listYearsOf(
  { schoolId }: SchoolScope,
  studentPublicId: string,
  reads: { attendance: YearsRead; results: YearsRead },
) {
  const sums = attendanceStatuses.map((status) => `SUM(d.status = '${status}') AS \`${status}\``).join(', ')
  const rows = await selectRows(
    columns,
    `FROM ${enrolledFrom}
     LEFT JOIN (SELECT d.enrollment_id, ${sums} FROM attendance d
       WHERE d.school_id = :schoolId AND ${reads.attendance === 'none' ? 'FALSE' : 'TRUE'}
         AND d.student_id = (SELECT o.id FROM students o WHERE o.school_id = :schoolId AND o.public_id = :studentPublicId)
       GROUP BY d.enrollment_id) n ON n.enrollment_id = e.id AND ${whenRead[reads.attendance]}
     LEFT JOIN (SELECT m.enrollment_id, SUM(m.days_held) AS held, SUM(m.attended_halves) AS halves FROM attendance_months m
       WHERE m.school_id = :schoolId AND ${reads.attendance === 'none' ? 'FALSE' : 'TRUE'}
         AND m.student_id = (SELECT o.id FROM students o WHERE o.school_id = :schoolId AND o.public_id = :studentPublicId)
       GROUP BY m.enrollment_id) h ON h.enrollment_id = e.id AND ${whenRead[reads.attendance]}
     ${joinLastResult(whenRead[reads.results])}
     WHERE e.school_id = :schoolId AND s.public_id = :studentPublicId
     ORDER BY a.starts_on DESC, a.id DESC`,
    { schoolId, studentPublicId },
  )
  const years = [...new Map(rows.map((row) => [row.enrollmentId, row])).values()]
  return years.map(({ publicId, rollNumber, enrolledOn, sessionName, className, sectionName, isCurrent, ...year }) => ({
    publicId,
    rollNumber,
    enrolledOn,
    sessionName,
    className,
    sectionName,
    isCurrent,
    sectionPublicId: year.sectionPublicId,
    days: markedDays(withMonths(year)),
    attendancePercent: attendancePercent(withMonths(year)),
    lastResult: lastResultOf(rows.filter(({ enrollmentId }) => enrollmentId === year.enrollmentId)),
  }))
}

type Counts = DayCounts & { attendedByMonth: number; heldByMonth: number }

/** Adds the months that were entered as sums: days attended as present, the others as absent. */
const withMonths = ({ attendedByMonth, heldByMonth, ...counts }: Counts): DayCounts => ({
  ...counts,
  present: counts.present + attendedByMonth,
  absent: counts.absent + heldByMonth - attendedByMonth,
})
