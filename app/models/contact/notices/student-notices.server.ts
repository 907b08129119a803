import { execute, flag, selectRow, text } from '~/database/database.server'
import { containing, contains, selectPage } from '~/kit/tables/select-page.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { addressedToSql } from './audience.server'
import { studentPageSize } from './options'
import { Notice, SchoolEvent } from './tables.server'

const idsOf = ({ schoolId, studentId }: StudentScope) => ({ schoolId, studentId })

const listed = {
  ...columnsOf(Notice, 'n', 'publicId', 'title', 'priority', 'fromOn'),
  isRead: flag('EXISTS (SELECT 1 FROM notice_readers r WHERE r.notice_id = n.id AND r.student_id = :studentId)'),
}
const opened = { ...listed, ...columnsOf(Notice, 'n', 'id', 'body'), writer: text('n.created_by_name') }

const shownToday = `n.school_id = :schoolId AND n.from_on <= :today AND (n.until_on IS NULL OR n.until_on >= :today)
  AND ${addressedToSql('n')}`

/** Notices of the school shown to this student on `today` (YYYY-MM-DD), the newest first. */
export function listStudentNotices(scope: StudentScope, input: { search: string; page: number }, today: string) {
  return selectPage(
    {
      columns: listed,
      from: `notices n WHERE ${shownToday} AND (${contains('n.title', input.search)} OR ${contains('n.body', input.search)})`,
      order: ['n.from_on', 'n.id'],
      values: { ...idsOf(scope), today, search: containing(input.search) },
    },
    { descending: true, page: input.page, pageSize: studentPageSize },
  )
}

/** One notice that is shown to this student today; null for all others. */
export function findStudentNotice(scope: StudentScope, publicId: string, today: string) {
  const rest = `FROM notices n WHERE ${shownToday} AND n.public_id = :publicId`
  return selectRow(opened, rest, { ...idsOf(scope), publicId, today })
}

/**
 * Records when the student first opened a notice. A page may call this on GET, because repeated calls change nothing
 * and nothing depends on the record.
 */
export async function markNoticeRead(scope: StudentScope, noticeId: number): Promise<void> {
  // Does nothing for a notice that was just deleted.
  await execute(
    `INSERT IGNORE INTO notice_readers (notice_id, student_id, school_id, read_at)
     SELECT n.id, :studentId, n.school_id, UTC_TIMESTAMP(3) FROM notices n WHERE n.school_id = :schoolId AND n.id = :noticeId`,
    { ...idsOf(scope), noticeId },
  )
}

const eventColumns = columnsOf(
  SchoolEvent,
  'n',
  ...(['publicId', 'title', 'description', 'type', 'priority', 'startsOn', 'endsOn'] as const),
)

/** Events for this student that are not over on `today` (YYYY-MM-DD), the nearest first. */
export function listStudentEvents(scope: StudentScope, page: number, today: string) {
  return selectPage(
    {
      columns: eventColumns,
      from: `events n WHERE n.school_id = :schoolId AND n.ends_on >= :today AND ${addressedToSql('n')}`,
      order: ['n.starts_on', 'n.id'],
      values: { ...idsOf(scope), today },
    },
    { descending: false, page, pageSize: studentPageSize },
  )
}
