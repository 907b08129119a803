import { execute, inTransaction, select, selectOne } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enqueueJob, enqueueMail } from '~/models/outbox/enqueue.server'
import { mailsLeft } from '~/models/outbox/mail-room.server'
import { findSchoolContact, type SchoolContact } from '~/models/schools/profile.server'
import { todayInIndia } from '~/models/shared/calendar'
import type { SchoolScope } from '~/models/shared/scope.server'
import { siteUrl } from '~/services/site.server'
import { addressedToSql } from './audience.server'
import { secondsUntil } from './rules'

const familiesAtOnce = 200
/** The school's mails of the day are used up: it goes on when some may be sent again. */
const tryAgainSeconds = 3600

/** Where the mail leads to. Models know nothing of the web's side of the house; a test holds this equal to http/paths. */
export function noticeUrl(publicId: string): string {
  return siteUrl(`/students/notices/${publicId}`)
}

/** A step of publishing: the families will be written to on the notice's first day, all of them, or (`goOn`) those still waiting. */
export async function askForMail(
  scope: SchoolScope,
  publicId: string,
  { goOn = false }: { goOn?: boolean } = {},
): Promise<void> {
  const where = { schoolId: scope.schoolId, publicId }
  if (!goOn) {
    await execute(
      `UPDATE notices SET mail_after = '', mailed_to = 0 WHERE school_id = :schoolId AND public_id = :publicId`,
      where,
    )
  }
  const notice = await selectOne<{ id: number; fromOn: string }>(
    'SELECT id, from_on AS fromOn FROM notices WHERE school_id = :schoolId AND public_id = :publicId',
    where,
  )
  if (notice) await enqueue(scope, notice)
}

/** A step of editing: who has not been written to yet will not be. */
export async function dropMail(scope: SchoolScope, publicId: string): Promise<void> {
  await execute('UPDATE notices SET mail_after = NULL WHERE school_id = :schoolId AND public_id = :publicId', {
    schoolId: scope.schoolId,
    publicId,
  })
}

/** The operator dismissed its mails after a restore: the families that were not written to will not be. */
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

interface MailedNotice {
  id: number
  publicId: string
  title: string
  body: string
  fromOn: string
  untilOn: string | null
  mailAfter: string
}

/**
 * Writes a notice to the families that it is for and that have an e-mail, once to each address, in the family's language. How far it
 * has got is kept with the mails, so that a run that ends half-way is gone on with and nobody is written to twice. Nothing before
 * the first day of the notice (it asks to be run again then), nor after its last.
 */
export async function mailNotice(scope: SchoolScope, noticeId: number): Promise<void> {
  const school = await findSchoolContact(scope)
  if (!school) throw new Error('The school of a notice is gone')
  while (await mailSome(scope, school, noticeId)) {
    // Some families a transaction, so that a large school blocks nobody.
  }
}

/** Whether there may be more to write to. */
function mailSome(scope: SchoolScope, school: SchoolContact, noticeId: number): Promise<boolean> {
  return inTransaction(async () => {
    const notice = await selectOne<MailedNotice>(
      `SELECT id, public_id AS publicId, title, body, from_on AS fromOn, until_on AS untilOn, mail_after AS mailAfter
       FROM notices WHERE school_id = :schoolId AND id = :noticeId AND mail_after IS NOT NULL FOR UPDATE`,
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

/** Brothers and sisters share an address: it gets one mail, in the language of the one who came first. */
function nextFamilies(scope: SchoolScope, notice: MailedNotice, most: number) {
  return select<{ email: string; language: Language }>(
    `SELECT s.email, SUBSTRING_INDEX(GROUP_CONCAT(s.language ORDER BY s.id), ',', 1) AS language
     FROM notices n JOIN students s ON s.school_id = n.school_id AND s.status = 'active' AND ${addressedToSql('n', 's.id')}
     WHERE n.school_id = :schoolId AND n.id = :id AND s.email > :after
     GROUP BY s.email ORDER BY s.email LIMIT :most`,
    { schoolId: scope.schoolId, id: notice.id, after: notice.mailAfter, most },
  )
}

function mailOf(school: SchoolContact, notice: MailedNotice, locale: Language) {
  const { title, body } = notice
  const facts = { title, body, link: noticeUrl(notice.publicId), school: school.name, phone: school.phone }
  return {
    subject: m.notices_mail_subject({ title }, { locale }),
    text: m.notices_mail_text(facts, { locale }),
  }
}
