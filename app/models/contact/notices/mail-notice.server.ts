import { paths } from '~/addresses/paths'
import {
  execute,
  inTransaction,
  number,
  type RowOf,
  selectRow,
  selectRows,
  text,
  wordOf,
} from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import { mailsLeft } from '~/models/core/outbox/mail-room.server'
import { findSchoolContact, type SchoolContact } from '~/models/core/schools/profile.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { siteUrl } from '~/services/site.server'
import { addressedToSql } from './audience.server'
import { secondsUntil } from './rules'
import { Notice } from './tables.server'

const familiesAtOnce = 200
/** Delay after the school's daily limit of mails is reached. */
const tryAgainSeconds = 3600

export function noticeUrl(publicId: string): string {
  return siteUrl(paths.student.notice(publicId))
}

/**
 * Runs in the caller's transaction on publishing: schedules mail for the notice's first day, to all families or, with
 * `goOn`, to those not mailed yet.
 */
export async function scheduleMail(
  scope: SchoolScope,
  publicId: string,
  { goOn = false }: { goOn?: boolean } = {},
): Promise<void> {
  const noticeKey = { schoolId: scope.schoolId, publicId }
  if (!goOn) {
    await execute(
      `UPDATE notices SET mail_after = '', mailed_to = 0 WHERE school_id = :schoolId AND public_id = :publicId`,
      noticeKey,
    )
  }
  const notice = await selectRow(
    { id: number('id'), fromOn: text('from_on') },
    'FROM notices WHERE school_id = :schoolId AND public_id = :publicId',
    noticeKey,
  )
  if (notice) await enqueue(scope, notice)
}

/** Runs in the caller's transaction on editing: cancels the mails that are still to be sent. */
export async function dropMail(scope: SchoolScope, publicId: string): Promise<void> {
  await execute('UPDATE notices SET mail_after = NULL WHERE school_id = :schoolId AND public_id = :publicId', {
    schoolId: scope.schoolId,
    publicId,
  })
}

/** Cancels the remaining mails of a notice that the operator dismissed after a restore. */
export async function dismissMail({ schoolId }: SchoolScope, noticeId: number): Promise<void> {
  await execute('UPDATE notices SET mail_after = NULL WHERE school_id = :schoolId AND id = :noticeId', {
    schoolId,
    noticeId,
  })
}

function enqueue(
  scope: SchoolScope,
  notice: { id: number; fromOn: string },
  delaySeconds = secondsUntil(notice.fromOn, new Date()),
): Promise<void> {
  return enqueueJob({
    kind: 'mail-notice',
    schoolId: scope.schoolId,
    payload: { noticeId: notice.id },
    uniqueKey: `mail-notice:${notice.id}`,
    delaySeconds,
  })
}

const mailed = columnsOf(Notice, 'n', 'id', 'publicId', 'title', 'body', 'fromOn', 'untilOn', 'mailAfter')
type MailedNotice = RowOf<typeof mailed>

/**
 * Mails a notice to those of its families that have an e-mail address, once per address, in the family's language. The
 * progress is saved with the mails, so that an interrupted run continues and mails no one twice. Sends nothing before
 * the notice's first day (it is enqueued for then), nor after its last.
 */
export async function mailNotice(scope: SchoolScope, noticeId: number): Promise<void> {
  const school = await findSchoolContact(scope)
  if (!school) throw new Error('The school of a notice is gone')
  while (await mailSome(scope, school, noticeId)) {
    // Some families per transaction, so that a large school blocks no others.
  }
}

/** Mails the next families; returns true when more may follow. */
function mailSome(scope: SchoolScope, school: SchoolContact, noticeId: number): Promise<boolean> {
  return inTransaction(async () => {
    const notice = await selectRow(
      mailed,
      'FROM notices n WHERE n.school_id = :schoolId AND n.id = :noticeId AND n.mail_after IS NOT NULL FOR UPDATE',
      { schoolId: scope.schoolId, noticeId },
    )
    if (!notice) return false
    const today = todayInIndia(new Date())
    if (notice.fromOn > today) {
      await enqueue(scope, notice)
      return false
    }
    const isOver = notice.untilOn !== null && notice.untilOn < today
    const room = isOver ? 0 : Math.min(familiesAtOnce, await mailsLeft(scope.schoolId))
    if (!isOver && room === 0) {
      await enqueue(scope, notice, tryAgainSeconds)
      return false
    }
    const families = isOver ? [] : await nextFamilies(scope, notice, room)
    for (const { email, language } of families) {
      await enqueueMail({ schoolId: scope.schoolId, to: email, bulkIn: language, ...mailOf(school, notice, language) })
    }
    const last = families.at(-1)
    await execute(
      'UPDATE notices SET mail_after = :last, mailed_to = mailed_to + :count WHERE school_id = :schoolId AND id = :noticeId',
      { schoolId: scope.schoolId, noticeId, last: last?.email ?? null, count: families.length },
    )
    return last !== undefined
  })
}

const firstLanguage = "SUBSTRING_INDEX(GROUP_CONCAT(s.language ORDER BY s.id), ',', 1)"

/** Next families to mail. An address that siblings share gets one mail, in the language of the first sibling. */
function nextFamilies(scope: SchoolScope, notice: MailedNotice, max: number) {
  return selectRows(
    { email: text('s.email'), language: wordOf<Language>(firstLanguage) },
    `FROM notices n JOIN students s ON s.school_id = n.school_id AND s.status = 'active' AND ${addressedToSql('n', 's.id')}
     WHERE n.school_id = :schoolId AND n.id = :id AND s.email > :after
     GROUP BY s.email ORDER BY s.email LIMIT :max`,
    { schoolId: scope.schoolId, id: notice.id, after: notice.mailAfter, max },
  )
}

function mailOf(school: SchoolContact, notice: MailedNotice, locale: Language) {
  const { title, body } = notice
  const facts = { title, body, link: noticeUrl(notice.publicId), school: school.name, phone: school.phone }
  return { subject: m.notices_mail_subject({ title }, { locale }), text: m.notices_mail_text(facts, { locale }) }
}
