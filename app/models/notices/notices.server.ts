import { flag, selectOne, selectRow } from '~/database/database.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type FilteredQuery, selectPage } from '~/models/shared/select-page.server'
import { columnsOf } from '~/models/shared/table.server'
import { announcements } from './announcements.server'
import { addressColumns, addressedToSql, addressJoins, mayEdit, shownToStaffSql, staffValues } from './audience.server'
import { askForMail, dropMail } from './mail-notice.server'
import type { NoticeValues } from './notice-schema.server'
import type { NoticeState } from './options'
import { mailAfterEdit } from './rules'
import { Notice } from './tables.server'

const columns = { ...columnsOf(Notice, 'n', 'publicId', 'title', 'priority', 'fromOn', 'untilOn'), ...addressColumns }

const orders = {
  newest: ['-TO_DAYS(n.from_on)', '-CAST(n.id AS SIGNED)'],
  title: ['n.title', 'n.id'],
  priority: ['n.priority', '-TO_DAYS(n.from_on)', '-CAST(n.id AS SIGNED)'],
}

const stateSql: Record<NoticeState | '', string> = {
  '': '1 = 1',
  now: 'n.from_on <= :today AND (n.until_on IS NULL OR n.until_on >= :today)',
  coming: 'n.from_on > :today',
  over: 'n.until_on < :today',
}

/** Notices that the staff user may see, the newest first; `today` (YYYY-MM-DD) decides where each stands. */
export function listNotices(
  scope: SchoolScope,
  query: FilteredQuery<keyof typeof orders, 'audience' | 'state'>,
  ownSectionIds: readonly number[] | null,
  today = todayInIndia(new Date()),
) {
  const { audience, state } = query.filters
  return selectPage(
    {
      columns,
      from: `notices n ${addressJoins} WHERE n.school_id = :schoolId AND n.is_automatic = 0 AND ${shownToStaffSql('n', ownSectionIds)}
         AND (:audience = '' OR n.audience = :audience) AND ${stateSql[state as NoticeState | '']}
         AND (n.title LIKE :search ESCAPE '!' OR n.body LIKE :search ESCAPE '!'
           OR CONCAT(s.first_name, ' ', s.last_name) LIKE :search ESCAPE '!')`,
      order: orders[query.sort],
      values: { ...staffValues(scope, ownSectionIds), audience, search: containing(query.search), today },
    },
    query,
  )
}

const whole = {
  ...columns,
  ...columnsOf(Notice, 'n', 'id', 'body', 'version', 'mailedTo'),
  mailWaits: flag('n.mail_after IS NOT NULL'),
}

/** One notice that the staff user may see; a teacher may change what the teacher has written. */
function findNotice(scope: SchoolScope, publicId: string, ownSectionIds: readonly number[] | null) {
  return selectRow(
    { ...whole, mayEdit: mayEdit(ownSectionIds) },
    `FROM notices n ${addressJoins}
     WHERE n.school_id = :schoolId AND n.public_id = :publicId AND ${shownToStaffSql('n', ownSectionIds)}`,
    { ...staffValues(scope, ownSectionIds), publicId },
  )
}

/**
 * Notices, shown from their first day on. One of high priority, or with "Send by e-mail", is mailed to the families on that day; one that is
 * changed is mailed (again) only when asked, and a mail that waits is taken back when it is not of high priority any more. Who has read
 * one has still read it.
 */
export const notices = announcements(Notice, {
  kind: 'notice',
  find: findNotice,
  columns: ({ title, body, priority, fromOn, untilOn }: NoticeValues) => ({ title, body, priority, fromOn, untilOn }),
  firstDay: ({ fromOn }) => fromOn,
  written: async (scope, publicId, { priority, sendMail }, before) => {
    const isHigh = priority === 'high'
    if (!before) {
      if (isHigh || sendMail) await askForMail(scope, publicId)
      return
    }
    const mail = mailAfterEdit({ waits: before.mailWaits, isHigh, asked: sendMail })
    // What waits is asked for again as well: its day may have come nearer.
    if (mail === 'begin') await askForMail(scope, publicId)
    else if (mail === 'drop') await dropMail(scope, publicId)
    else if (before.mailWaits) await askForMail(scope, publicId, { goOn: true })
  },
})

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
