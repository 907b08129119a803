import { execute, exists, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { containing, contains, type FilteredQuery, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { addDays } from '~/models/core/shared/calendar'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { ownSectionSql, ownSectionValues } from '~/models/people/academics/section-queries.server'
import { classSectionColumns, describedStudentColumns } from '~/models/people/students/describe/student-columns.server'
import { leaveDaysBack } from './options'
import type { LeaveApplicationFields } from './schema.server'
import { Attendance, LeaveApplication } from './tables.server'

const ownColumns = columnsOf(LeaveApplication, 'l', 'publicId', 'startsOn', 'endsOn', 'reason', 'state', 'answer')
const ownTable = 'leave_applications l WHERE l.school_id = :schoolId AND l.student_id = :studentId'

export function listOwnLeave({ schoolId, studentId }: StudentScope, page: number) {
  return selectPage(
    { columns: ownColumns, from: ownTable, order: ['l.starts_on', 'l.id'], values: { schoolId, studentId } },
    { page, descending: true, pageSize: 10 },
  )
}

export function findOwnLeave({ schoolId, studentId }: StudentScope, publicId: string) {
  return selectRow(ownColumns, `FROM ${ownTable} AND l.public_id = :publicId`, { schoolId, studentId, publicId })
}

const officeColumns = {
  ...ownColumns,
  ...columnsOf(LeaveApplication, 'l', 'createdAt', 'decidedByName', 'decidedAt'),
  studentPublicId: text('s.public_id'),
  ...describedStudentColumns,
  ...classSectionColumns,
}

const officeTables = `leave_applications l
  JOIN students s ON s.school_id = l.school_id AND s.id = l.student_id
  JOIN enrollments e ON e.id = l.enrollment_id JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id
  WHERE l.school_id = :schoolId`

const orders = {
  // Negated, so that the ascending order, which is the default, shows the newest first.
  from: ['-TO_DAYS(l.starts_on)', '-l.id'],
  student: ['s.last_name', 's.first_name', 'l.id'],
  asked: ['-l.id'],
}

const inOwn = (sectionIds: readonly number[] | null) => (sectionIds === null ? '' : `AND ${ownSectionSql(sectionIds)}`)

/** Lists leave applications of the school; `ownSectionIds` limits them to a teacher's sections, null does not. */
export function listLeaveApplications(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof orders, 'state'>,
  ownSectionIds: readonly number[] | null,
) {
  return selectPage(
    {
      columns: officeColumns,
      from: `${officeTables} AND (:state = '' OR l.state = :state)
         AND (${contains("TRIM(CONCAT(s.first_name, ' ', s.last_name))", query.search)}
           OR ${contains("CONCAT(c.name, ' ', t.name)", query.search)} OR ${contains('l.reason', query.search)})
         ${inOwn(ownSectionIds)}`,
      order: orders[query.sort],
      values: {
        schoolId: scope.schoolId,
        ...query.filters,
        search: containing(query.search),
        ...ownSectionValues(ownSectionIds),
      },
    },
    query,
  )
}

/** Finds one application that the user may decide. */
export function findLeaveApplication(scope: SchoolScope, publicId: string, ownSectionIds: readonly number[] | null) {
  return selectRow(officeColumns, `FROM ${officeTables} AND l.public_id = :publicId ${inOwn(ownSectionIds)}`, {
    schoolId: scope.schoolId,
    publicId,
    ...ownSectionValues(ownSectionIds),
  })
}

const markedColumns = { day: text('a.held_on'), ...columnsOf(Attendance, 'a', 'status') }

export function markedOfLeave(scope: SchoolScope, publicId: string) {
  return selectRows(
    markedColumns,
    `FROM leave_applications l
     JOIN attendance a ON a.enrollment_id = l.enrollment_id AND a.held_on BETWEEN l.starts_on AND l.ends_on
     WHERE l.school_id = :schoolId AND l.public_id = :publicId ORDER BY a.held_on`,
    { schoolId: scope.schoolId, publicId },
  )
}

export type LeaveRefusal = 'not-enrolled' | 'outside-session' | 'ends-outside-session' | 'too-long-ago' | 'overlaps'

/**
 * Applies for leave of the student. Idempotent by form key. Refuses a student without a current enrollment, days
 * outside the current session (`ends-outside-session` if only the last day is), days more than `leaveDaysBack` ago, and
 * days covered by an open or approved application. `today` is the day in India.
 */
export async function applyForLeave(
  scope: StudentScope,
  { starts_on: startsOn, ends_on: endsOn, reason, form_key: formKey }: LeaveApplicationFields,
  today: string,
): Promise<Outcome<undefined, LeaveRefusal>> {
  const { schoolId, studentId } = scope
  return inTransaction(
    async () => {
      const enrollment = await currentEnrollment(scope, { lock: true })
      if (!enrollment) return refused('not-enrolled')
      if (await LeaveApplication.findOne({ where: { schoolId, studentId, formKey } })) return done()
      if (startsOn < enrollment.startsOn || startsOn > enrollment.endsOn) return refused('outside-session')
      if (endsOn > enrollment.endsOn) return refused('ends-outside-session')
      if (startsOn < addDays(today, -leaveDaysBack)) return refused('too-long-ago')
      const isOverlapping = await exists(
        `FROM leave_applications WHERE school_id = :schoolId AND student_id = :studentId
           AND state IN ('pending','approved') AND starts_on <= :endsOn AND ends_on >= :startsOn`,
        { schoolId, studentId, startsOn, endsOn },
      )
      if (isOverlapping) return refused('overlaps')
      const { enrollmentId } = enrollment
      const publicId = newPublicId()
      await LeaveApplication.create({ publicId, schoolId, studentId, enrollmentId, startsOn, endsOn, reason, formKey })
      const subject = { kind: 'student', id: studentId }
      await recordAudit(scope, { action: 'leave.asked', subject, details: { from: startsOn, until: endsOn } })
      return done()
    },
    // A concurrent request stored the same form.
    { leave_applications_form_key: async () => done() },
  )
}

/** Finds the student's current enrollment with the days of its session; `lock` serialises concurrent forms. */
export function currentEnrollment({ schoolId, studentId }: StudentScope, { lock = false } = {}) {
  return selectRow(
    { enrollmentId: number('e.id'), startsOn: text('a.starts_on'), endsOn: text('a.ends_on') },
    `FROM enrollments e JOIN academic_sessions a ON a.school_id = e.school_id AND a.id = e.academic_session_id
     WHERE e.school_id = :schoolId AND e.student_id = :studentId AND e.status = 'studying' AND a.is_current = 1 ${lock ? 'FOR UPDATE' : ''}`,
    { schoolId, studentId },
  )
}

/** Withdraws an undecided application of the student; refuses `already-decided` once it is decided. */
export function withdrawLeave(scope: StudentScope, publicId: string): Promise<Outcome<undefined, 'already-decided'>> {
  return inTransaction(async () => {
    const changed = await execute(
      `UPDATE leave_applications SET state = 'withdrawn', updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND student_id = :studentId AND public_id = :publicId AND state = 'pending'`,
      { schoolId: scope.schoolId, studentId: scope.studentId, publicId },
    )
    if (changed === 0) return refused('already-decided')
    await recordAudit(scope, { action: 'leave.withdrawn', subject: { kind: 'student', id: scope.studentId } })
    return done()
  })
}
