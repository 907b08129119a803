import { select, selectOne } from '~/database/connection.server'
import { isOwnSql, ownSectionValues } from '~/models/academics/section-queries.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { LeaveState } from './options'

export interface LeaveView {
  publicId: string
  startsOn: string
  endsOn: string
  reason: string
  state: LeaveState
  answer: string | null
  askedAt: Date
}

const view = `l.public_id AS publicId, l.starts_on AS startsOn, l.ends_on AS endsOn, l.reason, l.state, l.answer,
  l.created_at AS askedAt`

/** The student's own applications, the newest first. */
export function listOwnLeave(scope: StudentScope, page: number): Promise<Page<LeaveView>> {
  return selectPage<LeaveView>(
    {
      columns: view,
      from: 'leave_applications l WHERE l.school_id = :schoolId AND l.student_id = :studentId',
      order: ['l.starts_on', 'l.id'],
      values: { schoolId: scope.schoolId, studentId: scope.studentId },
    },
    { page, descending: true, pageSize: 10 },
  )
}

export function findOwnLeave(scope: StudentScope, publicId: string): Promise<LeaveView | null> {
  return selectOne<LeaveView>(
    `SELECT ${view} FROM leave_applications l
     WHERE l.school_id = :schoolId AND l.student_id = :studentId AND l.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
}

export interface OfficeLeave extends LeaveView {
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  className: string
  sectionName: string
  decidedByName: string | null
  decidedAt: Date | null
}

export const leaveSorts = ['from', 'asked', 'student'] as const

const orders: Record<(typeof leaveSorts)[number], readonly string[]> = {
  // Plain order is the newest first, as people look for it.
  from: ['-TO_DAYS(l.starts_on)', '-l.id'],
  asked: ['-l.id'],
  student: ['s.last_name', 's.first_name', 'l.id'],
}

const officeView = `${view}, s.public_id AS studentPublicId, s.first_name AS firstName, s.last_name AS lastName,
  s.enrollment_number AS enrollmentNumber, c.name AS className, t.name AS sectionName,
  l.decided_by_name AS decidedByName, l.decided_at AS decidedAt`

const officeTables = `leave_applications l
  JOIN students s ON s.school_id = l.school_id AND s.id = l.student_id
  JOIN enrollments e ON e.id = l.enrollment_id JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id`

const inOwn = (own: readonly number[] | null) => (own === null ? '' : `AND ${isOwnSql(own)}`)

/** Applications for leave; `ownSectionIds` null for those who see all sections. */
export function listLeave(
  scope: SchoolScope,
  query: ListQuery<(typeof leaveSorts)[number]> & { state: string; ownSectionIds: readonly number[] | null },
): Promise<Page<OfficeLeave>> {
  return selectPage<OfficeLeave>(
    {
      columns: officeView,
      from: `${officeTables} WHERE l.school_id = :schoolId AND (:state = '' OR l.state = :state)
         AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!'
           OR CONCAT(c.name, ' ', t.name) LIKE :search ESCAPE '!' OR l.reason LIKE :search ESCAPE '!')
         ${inOwn(query.ownSectionIds)}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        state: query.state,
        search: containing(query.search),
        ...ownSectionValues(query.ownSectionIds),
      },
    },
    query,
  )
}

/** One application, for whoever may decide it. */
export function findLeave(
  scope: SchoolScope,
  publicId: string,
  ownSectionIds: readonly number[] | null,
): Promise<OfficeLeave | null> {
  return selectOne<OfficeLeave>(
    `SELECT ${officeView} FROM ${officeTables} WHERE l.school_id = :schoolId AND l.public_id = :publicId
       ${inOwn(ownSectionIds)}`,
    { schoolId: scope.schoolId, publicId, ...ownSectionValues(ownSectionIds) },
  )
}

/** What was marked already of the days of an application. */
export function markedOfLeave(scope: SchoolScope, publicId: string): Promise<Array<{ day: string; status: string }>> {
  return select(
    `SELECT a.held_on AS day, a.status FROM leave_applications l
     JOIN attendance a ON a.enrollment_id = l.enrollment_id AND a.held_on BETWEEN l.starts_on AND l.ends_on
     WHERE l.school_id = :schoolId AND l.public_id = :publicId ORDER BY a.held_on`,
    { schoolId: scope.schoolId, publicId },
  )
}
