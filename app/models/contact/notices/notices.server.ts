import { flag, number, selectRow } from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { announcements } from './announcements.server'
import {
  addressColumns,
  addressedToSql,
  addressJoins,
  announcementList,
  mayEdit,
  visibleToStaff,
} from './audience.server'
import { dropMail, scheduleMail } from './mail-notice.server'
import type { NoticeValues } from './notice-schema.server'
import { mailAfterEdit } from './rules'
import { Notice } from './tables.server'

const columns = { ...columnsOf(Notice, 'n', 'publicId', 'title', 'priority', 'fromOn', 'untilOn'), ...addressColumns }

const written = (today: string) =>
  plainList({
    columns,
    from: `notices n ${addressJoins}`,
    always: 'n.school_id = :schoolId AND n.is_automatic = 0',
    values: () => ({ today }),
    ...announcementList('n.from_on', 'n.until_on', 'n.body'),
  })

/** Notices that the staff user may see, the newest first; `today` (YYYY-MM-DD) determines their state. */
export function listNotices(
  scope: SchoolScope,
  query: Parameters<ReturnType<typeof written>['list']>[1],
  ownSectionIds: readonly number[] | null,
  today = todayInIndia(new Date()),
) {
  return written(today).listOwn(scope, query, visibleToStaff(scope, ownSectionIds))
}

const whole = {
  ...columns,
  ...columnsOf(Notice, 'n', 'id', 'body', 'version', 'mailedTo'),
  mailWaits: flag('n.mail_after IS NOT NULL'),
}

/** One notice that the staff user may see; a teacher may change only their own. */
function findNotice(scope: SchoolScope, publicId: string, ownSectionIds: readonly number[] | null) {
  const { condition, values } = visibleToStaff(scope, ownSectionIds)
  return selectRow(
    { ...whole, mayEdit: mayEdit(ownSectionIds) },
    `FROM notices n ${addressJoins} WHERE n.school_id = :schoolId AND n.public_id = :publicId AND ${condition}`,
    { ...values, publicId },
  )
}

/**
 * Notices, shown from their first day. High priority or "Send by e-mail" mails them to the families on that day; a
 * changed notice is mailed (again) only on request, and a waiting mail is cancelled when the priority is no longer
 * high. Readers of an earlier version still count as readers.
 */
export const notices = announcements(Notice, {
  kind: 'notice',
  find: findNotice,
  columns: ({ title, body, priority, fromOn, untilOn }: NoticeValues) => ({ title, body, priority, fromOn, untilOn }),
  firstDay: ({ fromOn }) => fromOn,
  written: async (scope, publicId, { priority, sendMail }, before) => {
    const isHigh = priority === 'high'
    if (!before) {
      if (isHigh || sendMail) await scheduleMail(scope, publicId)
      return
    }
    const mail = mailAfterEdit({ waits: before.mailWaits, isHigh, asked: sendMail })
    // Enqueues a waiting mail again, as its day may have changed.
    if (mail === 'begin') await scheduleMail(scope, publicId)
    else if (mail === 'drop') await dropMail(scope, publicId)
    else if (before.mailWaits) await scheduleMail(scope, publicId, { goOn: true })
  },
})

/**
 * Counts the active students to whom the notice is addressed (`of`), and those among them who have opened it (`read`).
 */
export async function countReaders(scope: SchoolScope, noticeId: number): Promise<{ read: number; of: number }> {
  const row = await selectRow(
    { read: number('COUNT(r.student_id)'), of: number('COUNT(*)') },
    `FROM notices n JOIN students s ON s.school_id = n.school_id AND s.status = 'active' AND ${addressedToSql('n', 's.id')}
     LEFT JOIN notice_readers r ON r.notice_id = n.id AND r.student_id = s.id
     WHERE n.school_id = :schoolId AND n.id = :noticeId`,
    { schoolId: scope.schoolId, noticeId },
  )
  return row ?? { read: 0, of: 0 }
}
