import { flag, inTransaction, selectRow, selectRows, text } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { isNoticeMailedSql } from '~/models/contact/messaging/own-mail.server'
import { familyFacts, notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob } from '~/models/core/outbox/enqueue.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { addressedToSql } from './audience.server'
import { secondsUntil } from './rules'
import { Notice } from './tables.server'

const studentsAtOnce = 100

const notice = {
  ...columnsOf(Notice, 'n', 'id', 'title', 'priority', 'fromOn'),
  untilOn: text("COALESCE(n.until_on, '9999-12-31')"),
}

/** Enqueues the messages for the notice's first day, or at once if that has begun. */
const enqueue = ({ schoolId }: SchoolScope, { id, fromOn }: { id: number; fromOn: string }) =>
  enqueueJob({
    kind: 'tell-notice',
    schoolId,
    payload: { noticeId: id },
    uniqueKey: `tell-notice:${id}`,
    delaySeconds: secondsUntil(fromOn, new Date()),
  })

/** Schedules messages to the families of a notice, once, for its first day. Refuses `not-found`. */
export function scheduleNoticeMessages(scope: SchoolScope, publicId: string): Promise<Outcome<undefined, 'not-found'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const noticeRow = await selectRow(
      notice,
      'FROM notices n WHERE n.school_id = :schoolId AND n.public_id = :publicId',
      { schoolId, publicId },
    )
    if (!noticeRow) return refused('not-found')
    const { id, title } = noticeRow
    await enqueue(scope, noticeRow)
    await recordAudit(scope, { action: 'notice.told', subject: { kind: 'notice', id }, details: { title } })
    return done()
  })
}

/**
 * Sends messages to the families of a notice, in several transactions; stops when the notice is over or deleted, and
 * reschedules a postponed one. High priority ignores quiet hours. A repeated run sends nothing twice.
 */
export async function sendNoticeMessages(scope: SchoolScope, noticeId: number): Promise<void> {
  const { schoolId } = scope
  for (let after = 0; ; ) {
    const from = after
    const students = await inTransaction(async () => {
      const noticeRow = await selectRow(notice, 'FROM notices n WHERE n.school_id = :schoolId AND n.id = :noticeId', {
        schoolId,
        noticeId,
      })
      const today = todayInIndia(new Date())
      if (!noticeRow || noticeRow.untilOn < today) return []
      if (noticeRow.fromOn > today) {
        await enqueue(scope, noticeRow)
        return []
      }
      const rows = await listAddressees(scope, noticeId, { after: from, max: studentsAtOnce })
      for (const { studentId } of rows) {
        const values = { notice: noticeRow.title, date: today }
        const onceKey = `notice:${noticeId}:${studentId}`
        const urgent = noticeRow.priority === 'high'
        await notifyFamily(scope, { event: 'urgent', studentId, values, onceKey, urgent })
      }
      return rows
    })
    const last = students.at(-1)
    if (!last) return
    after = last.studentId
  }
}

const everybody = 1_000_000

/** Active students in the audience of a notice, by id. */
export function listAddressees(
  { schoolId }: SchoolScope,
  noticeId: number,
  { after = 0, max = everybody }: { after?: number; max?: number } = {},
) {
  return selectRows(
    {
      ...familyFacts,
      name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
      isMailed: flag(isNoticeMailedSql('n')),
    },
    `FROM notices n JOIN students s ON s.school_id = n.school_id AND s.status = 'active' AND ${addressedToSql('n', 's.id')}
     WHERE n.school_id = :schoolId AND n.id = :noticeId AND s.id > :after ORDER BY s.id LIMIT :max`,
    { schoolId, noticeId, after, max },
  )
}
