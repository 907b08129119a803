import { select, selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { ChangeableField, ChangeState } from './change-request-options'
import { currentValueSql } from './change-request-values.server'

export interface ChangeRequestRow {
  publicId: string
  studentPublicId: string
  firstName: string
  lastName: string
  enrollmentNumber: string
  field: ChangeableField
  oldValue: string
  newValue: string
  state: ChangeState
  askedAt: Date
  decidedAt: Date | null
  reason: string | null
}

export const changeRequestSorts = ['asked', 'student'] as const

const orders: Record<(typeof changeRequestSorts)[number], readonly string[]> = {
  // What waits comes first, the longest waiting on top.
  asked: [`r.state <> 'pending'`, 'r.created_at', 'r.id'],
  student: ['s.last_name', 's.first_name', 'r.id'],
}

const columns = `r.public_id AS publicId, s.public_id AS studentPublicId, s.first_name AS firstName,
  s.last_name AS lastName, s.enrollment_number AS enrollmentNumber, r.field, r.old_value AS oldValue,
  r.new_value AS newValue, r.state, r.created_at AS askedAt, r.decided_at AS decidedAt, r.reason`

/** What students asked the office to change. */
export function listChangeRequests(
  scope: SchoolScope,
  query: ListQuery<(typeof changeRequestSorts)[number]> & { filters: { status: string } },
): Promise<Page<ChangeRequestRow>> {
  return selectPage<ChangeRequestRow>(
    {
      columns,
      from: `change_requests r JOIN students s ON s.school_id = r.school_id AND s.id = r.student_id
       WHERE r.school_id = :schoolId ${query.filters.status === '' ? '' : 'AND r.state = :status'}
       ${
         query.search === ''
           ? ''
           : `AND (CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!'
         OR s.enrollment_number LIKE :search ESCAPE '!')`
       }`,
      order: orders[query.sort],
      values: { schoolId: scope.schoolId, status: query.filters.status, search: containing(query.search) },
    },
    query,
  )
}

export interface ChangeRequestView extends ChangeRequestRow {
  /** The value that stands today; another than `oldValue` when it was changed since. */
  currentValue: string
  note: string | null
  decidedBy: string | null
}

/** One request of the school with what stands today. */
export function findChangeRequest(scope: SchoolScope, publicId: string): Promise<ChangeRequestView | null> {
  return selectOne<ChangeRequestView>(
    `SELECT ${columns}, ${currentValueSql} AS currentValue, r.note, u.name AS decidedBy
     FROM change_requests r JOIN students s ON s.school_id = r.school_id AND s.id = r.student_id
     LEFT JOIN guardians g ON g.student_id = s.id
     LEFT JOIN staff_users u ON u.school_id = r.school_id AND u.id = r.decided_by
     WHERE r.school_id = :schoolId AND r.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
}

export interface OwnChangeRequest {
  publicId: string
  field: ChangeableField
  newValue: string
  state: ChangeState
  reason: string | null
  askedAt: Date
}

/** A student's own wishes, the newest first. */
export function listOwnChangeRequests(scope: StudentScope): Promise<OwnChangeRequest[]> {
  return select<OwnChangeRequest>(
    `SELECT public_id AS publicId, field, new_value AS newValue, state, reason, created_at AS askedAt
     FROM change_requests WHERE school_id = :schoolId AND student_id = :studentId ORDER BY id DESC LIMIT 20`,
    { schoolId: scope.schoolId, studentId: scope.studentId },
  )
}

/** A student's own query that nobody has decided yet. */
export function findPendingChange(
  scope: StudentScope,
  publicId: string,
): Promise<{ field: ChangeableField; oldValue: string; newValue: string } | null> {
  return selectOne(
    `SELECT field, old_value AS oldValue, new_value AS newValue FROM change_requests
     WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId AND state = 'pending'`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
  )
}
