import { isOwnSql, ownSectionValues } from '~/models/academics/section-queries.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import { watchedPercent } from './options'
import { attendancePercent, type DayCounts } from './rules'

export interface ShortageRow extends DayCounts {
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  className: string
  sectionName: string
  rollNumber: number | null
  mobileNumber: string
  days: number
  percent: number
}

export const shortageSorts = ['percent', 'student', 'class'] as const

const orders: Record<(typeof shortageSorts)[number], readonly string[]> = {
  percent: ['n.there2 / n.days', 's.last_name', 's.first_name', 'e.id'],
  student: ['s.last_name', 's.first_name', 'e.id'],
  class: ['c.position', 'c.name', 't.name', 'e.roll_number', 'e.id'],
}

/**
 * Pupils, those who left apart, who were there on less than 75 % of their marked days between two days of a session, the fewest first. Counting is done
 * before anything is joined: a year of a large school is a million rows, read from an index alone.
 */
export function listShortage(
  scope: SchoolScope,
  query: ListQuery<(typeof shortageSorts)[number]> & {
    /** Public id. */
    session: string
    from: string
    until: string
    section: string
    ownSectionIds: readonly number[] | null
  },
): Promise<Page<ShortageRow>> {
  const conditions = [
    'e.academic_session_id = (SELECT b.id FROM academic_sessions b WHERE b.school_id = :schoolId AND b.public_id = :session)',
    "e.status = 'studying'",
    query.section === '' ? '' : 't.public_id = :section',
    isOwnSql(query.ownSectionIds),
    query.search === ''
      ? ''
      : `(CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!' OR s.enrollment_number LIKE :search ESCAPE '!')`,
  ]
  const sum = (status: keyof DayCounts) => `CAST(SUM(a.status = '${status}') AS SIGNED) AS \`${status}\``
  return selectPage<Omit<ShortageRow, 'percent'>, ShortageRow>(
    {
      columns: `s.public_id AS studentPublicId, s.first_name AS firstName, s.last_name AS lastName,
       s.enrollment_number AS enrollmentNumber, s.mobile_number AS mobileNumber, c.name AS className, t.name AS sectionName,
       e.roll_number AS rollNumber, n.days, n.present, n.absent, n.late, n.half_day, n.\`leave\``,
      from: `(SELECT a.enrollment_id, COUNT(*) AS days, ${sum('present')}, ${sum('absent')}, ${sum('late')},
           ${sum('half_day')}, ${sum('leave')},
           SUM(CASE a.status WHEN 'present' THEN 2 WHEN 'late' THEN 2 WHEN 'half_day' THEN 1 ELSE 0 END) AS there2
         FROM attendance a WHERE a.school_id = :schoolId AND a.held_on BETWEEN :from AND :until
         GROUP BY a.enrollment_id HAVING there2 * 50 < ${watchedPercent} * days) n
       JOIN enrollments e ON e.id = n.enrollment_id
       JOIN students s ON s.school_id = e.school_id AND s.id = e.student_id
       JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
       WHERE ${conditions.filter((one) => one !== '').join(' AND ')}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        session: query.session,
        from: query.from,
        until: query.until,
        section: query.section,
        search: containing(query.search),
        ...ownSectionValues(query.ownSectionIds),
      },
      read: (row) => ({ ...row, percent: attendancePercent(row) ?? 0 }),
    },
    query,
  )
}
