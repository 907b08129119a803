import { execute, selectOne } from '~/database/database.server'
import type { Stored } from '~/database/rows'
import type { StudentScope } from '~/models/shared/scope.server'
import { containing, type Page, selectPage } from '~/models/shared/select-page.server'
import { addressedToSql } from './audience.server'
import { type EventType, type Priority, studentPageSize } from './options'

export interface StudentNotice {
  publicId: string
  title: string
  priority: Priority
  /** YYYY-MM-DD */
  fromOn: string
  isRead: boolean
}

const shownToday = `n.school_id = :schoolId AND n.from_on <= :today AND (n.until_on IS NULL OR n.until_on >= :today)
  AND ${addressedToSql('n')}`

/** What the school has written to this student and shows today (YYYY-MM-DD), the newest first. */
export function listStudentNotices(scope: StudentScope, input: { search: string; page: number }, today: string) {
  return selectPage<Stored<StudentNotice>, StudentNotice>(
    {
      columns: `n.public_id AS publicId, n.title, n.priority, n.from_on AS fromOn,
        EXISTS (SELECT 1 FROM notice_readers r WHERE r.notice_id = n.id AND r.student_id = :studentId) AS isRead`,
      from: `notices n WHERE ${shownToday} AND (n.title LIKE :search ESCAPE '!' OR n.body LIKE :search ESCAPE '!')`,
      order: ['n.from_on DESC', 'n.id DESC'],
      values: {
        schoolId: scope.schoolId,
        studentId: scope.studentId,
        today,
        search: containing(input.search),
      },
      read: (row) => ({ ...row, isRead: Boolean(row.isRead) }),
    },
    { descending: false, page: input.page, pageSize: studentPageSize },
  )
}

export interface OpenedNotice extends StudentNotice {
  id: number
  body: string
  writer: string
}

/** One notice that is shown to this student today; null for all others. */
export async function findStudentNotice(scope: StudentScope, publicId: string, today: string) {
  const row = await selectOne<Omit<OpenedNotice, 'isRead'> & { isRead: number }>(
    `SELECT n.id, n.public_id AS publicId, n.title, n.body, n.priority, n.from_on AS fromOn, n.created_by_name AS writer,
       EXISTS (SELECT 1 FROM notice_readers r WHERE r.notice_id = n.id AND r.student_id = :studentId) AS isRead
     FROM notices n WHERE ${shownToday} AND n.public_id = :publicId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, publicId, today },
  )
  return row && { ...row, isRead: row.isRead === 1 }
}

/**
 * Notes that the student has opened a notice. Once or fifty times is the same, the first time stays, and nothing else depends on
 * it: that is why the page may do it when it is read (GET).
 */
export async function markNoticeRead(scope: StudentScope, noticeId: number): Promise<void> {
  // A notice that was deleted in this moment has no readers.
  await execute(
    `INSERT IGNORE INTO notice_readers (notice_id, student_id, school_id, read_at)
     SELECT n.id, :studentId, n.school_id, UTC_TIMESTAMP(3) FROM notices n WHERE n.school_id = :schoolId AND n.id = :noticeId`,
    { schoolId: scope.schoolId, studentId: scope.studentId, noticeId },
  )
}

export interface StudentEvent {
  publicId: string
  title: string
  description: string | null
  type: EventType
  priority: Priority
  /** YYYY-MM-DD */
  startsOn: string
  endsOn: string
}

/** Events for this student that are not over on `today` (YYYY-MM-DD), the nearest first. */
export function listStudentEvents(scope: StudentScope, page: number, today: string): Promise<Page<StudentEvent>> {
  return selectPage<StudentEvent>(
    {
      columns: `n.public_id AS publicId, n.title, n.description, n.type, n.priority, n.starts_on AS startsOn,
        n.ends_on AS endsOn`,
      from: `events n WHERE n.school_id = :schoolId AND n.ends_on >= :today AND ${addressedToSql('n')}`,
      order: ['n.starts_on', 'n.id'],
      values: { schoolId: scope.schoolId, studentId: scope.studentId, today },
    },
    { descending: false, page, pageSize: studentPageSize },
  )
}
