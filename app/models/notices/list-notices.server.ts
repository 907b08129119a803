import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import {
  type AddressRow,
  addressColumns,
  addressedToSql,
  addressJoins,
  shownToStaffSql,
  staffValues,
} from './audience.server'
import type { Audience, NoticeState, Priority } from './options'

export interface NoticeRow extends AddressRow {
  publicId: string
  title: string
  priority: Priority
  /** YYYY-MM-DD; shown from this day on. */
  fromOn: string
  /** YYYY-MM-DD, the last day it is shown; null for as long as it is there. */
  untilOn: string | null
  writer: string
}

export const noticeSorts = ['newest', 'title', 'priority'] as const

const orders: Record<(typeof noticeSorts)[number], readonly string[]> = {
  newest: ['-TO_DAYS(n.from_on)', '-CAST(n.id AS SIGNED)'],
  title: ['n.title', 'n.id'],
  priority: ['n.priority', '-TO_DAYS(n.from_on)', '-CAST(n.id AS SIGNED)'],
}

const stateSql: Record<NoticeState, string> = {
  now: 'n.from_on <= :today AND (n.until_on IS NULL OR n.until_on >= :today)',
  coming: 'n.from_on > :today',
  over: 'n.until_on < :today',
}

const columns = `n.public_id AS publicId, n.title, n.priority, n.from_on AS fromOn, n.until_on AS untilOn,
  n.created_by_name AS writer, ${addressColumns}`

export interface NoticeWish extends ListQuery<(typeof noticeSorts)[number]> {
  audience: Audience | ''
  state: NoticeState | ''
  /** A teacher's sections: what others may not see is left out. Null for those who see all. */
  ownSectionIds: readonly number[] | null
}

/** Notices that the staff user may see, the newest first; `today` (YYYY-MM-DD) decides where each stands. */
export function listNotices(scope: SchoolScope, query: NoticeWish, today: string): Promise<Page<NoticeRow>> {
  return selectPage<NoticeRow>(
    {
      columns,
      from: `notices n ${addressJoins} WHERE n.school_id = :schoolId AND n.is_automatic = 0 AND ${shownToStaffSql('n', query.ownSectionIds)}
         AND (:audience = '' OR n.audience = :audience) AND ${query.state === '' ? '1 = 1' : stateSql[query.state]}
         AND (n.title LIKE :search ESCAPE '!' OR n.body LIKE :search ESCAPE '!'
           OR CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: {
        ...staffValues(scope, query.ownSectionIds),
        audience: query.audience,
        search: containing(query.search),
        today,
      },
    },
    query,
  )
}

export interface NoticeRecord extends NoticeRow {
  id: number
  body: string
  /** Whether this staff user may change and delete it: a teacher what the teacher has written. */
  mayEdit: boolean
  /** Families that were written to, and whether others still wait for theirs. */
  mailedTo: number
  mailWaits: boolean
}

/** One notice that the staff user may see. */
export async function findNotice(
  scope: SchoolScope,
  publicId: string,
  ownSectionIds: readonly number[] | null,
): Promise<NoticeRecord | null> {
  const row = await selectOne<
    Omit<NoticeRecord, 'mayEdit' | 'mailWaits'> & { createdBy: number | null; mailWaits: number }
  >(
    `SELECT ${columns}, n.id, n.body, n.created_by AS createdBy, n.mailed_to AS mailedTo, n.mail_after IS NOT NULL AS mailWaits
     FROM notices n ${addressJoins}
     WHERE n.school_id = :schoolId AND n.public_id = :publicId AND ${shownToStaffSql('n', ownSectionIds)}`,
    { ...staffValues(scope, ownSectionIds), publicId },
  )
  if (!row) return null
  const { createdBy, mailWaits, ...notice } = row
  return {
    ...notice,
    mailWaits: mailWaits === 1,
    mayEdit: ownSectionIds === null || createdBy === scope.actor.id,
  }
}

/** How many of the students whom a notice is for have opened it. Who left since is in neither number. */
export async function countReaders(scope: SchoolScope, noticeId: number): Promise<{ read: number; of: number }> {
  const row = await selectOne<{ read: number; of: number }>(
    `SELECT COUNT(r.student_id) AS \`read\`, COUNT(*) AS \`of\`
     FROM notices n JOIN students s ON s.school_id = n.school_id AND s.status = 'active' AND ${addressedToSql('n', 's.id')}
     LEFT JOIN notice_readers r ON r.notice_id = n.id AND r.student_id = s.id
     WHERE n.school_id = :schoolId AND n.id = :noticeId`,
    { schoolId: scope.schoolId, noticeId },
  )
  return row ?? { read: 0, of: 0 }
}
