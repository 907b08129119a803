import { paths } from '~/addresses/paths'
import {
  execute,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { notifyFamily } from '~/models/contact/messaging/tell/tell-family.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueJob, enqueueMail } from '~/models/core/outbox/enqueue.server'
import { findSchoolContact, type SchoolContact } from '~/models/core/schools/profile.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { listNotifiedGuardians } from '~/models/people/guardians/told.server'
import { siteUrl } from '~/services/site.server'
import type { BreachTexts } from './breach-fields'
import { findTexts, markSent } from './cases.server'
import { peopleAtOnce } from './options'
import { textFor } from './rules'
import { BreachCase } from './tables.server'

/**
 * Returns the URL of the notice page for mails and messages: the guardians' page if the guardian has an account,
 * otherwise the student's.
 */
export function breachNoticeUrl(publicId: string, { hasAccount }: { hasAccount: boolean }): string {
  return siteUrl(paths[hasAccount ? 'guardian' : 'student'].breachNotice(publicId))
}

/**
 * Queues a job that notifies all affected people not yet notified. People added after this request wait for the next
 * one. Refuses `not-found`, `closed`, `no-text` if no language is complete, and `nobody` if all were notified.
 */
export function requestSending(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<{ people: number }, 'not-found' | 'closed' | 'no-text' | 'nobody'>> {
  return inTransaction(async () => {
    const row = await lockThing(BreachCase, scope, publicId)
    if (!row) return refused('not-found')
    if (row.closedAt !== null) return refused('closed')
    const texts = await findTexts(scope, row.id)
    if (!texts || textFor(texts, 'en') === null) return refused('no-text')
    const people = await execute(
      `UPDATE breach_people SET asked_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND case_id = :caseId AND told_at IS NULL`,
      { schoolId: scope.schoolId, caseId: row.id },
    )
    if (people === 0) return refused('nobody')
    await markSent(scope, row.id)
    await enqueueJob({
      kind: 'tell-breach',
      schoolId: scope.schoolId,
      payload: { caseId: row.id },
      uniqueKey: `tell-breach:${row.id}`,
    })
    await recordAudit(scope, { action: 'breach.sent', subject: { kind: 'breach', id: row.id }, details: { people } })
    return done({ people })
  })
}

/**
 * Notifies, once, all people for whom sending was requested, in batches of one transaction each: the notice appears on
 * the pages of student and guardians, both get mails, and everyone who receives the student's messages gets one. An
 * interrupted run is resumed.
 */
export async function sendBreachNotices(scope: SchoolScope, caseId: number): Promise<void> {
  const school = await findSchoolContact(scope)
  const breach = await selectRow(
    columnsOf(BreachCase, 'b', 'noticedOn'),
    'FROM breach_cases b WHERE b.school_id = :schoolId AND b.id = :caseId',
    { schoolId: scope.schoolId, caseId },
  )
  if (!school || !breach) throw new Error('The breach case or its school no longer exists')
  while (await sendBatch(scope, school, caseId, breach.noticedOn)) {
    // Small transactions, so that a large school blocks no one.
  }
}

const person = {
  id: number('p.id'),
  publicId: text('p.public_id'),
  studentId: number('p.student_id'),
  name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
  email: textOrNull('s.email'),
  language: wordOf<Language>('s.language'),
}

/** Notifies the next batch of people. Returns whether there may be more to notify. */
function sendBatch(scope: SchoolScope, school: SchoolContact, caseId: number, noticedOn: string): Promise<boolean> {
  return inTransaction(async () => {
    const texts = await findTexts(scope, caseId)
    if (!texts) return false
    const people = await selectRows(
      person,
      `FROM breach_people p JOIN students s ON s.id = p.student_id
       WHERE p.school_id = :schoolId AND p.case_id = :caseId AND p.asked_at IS NOT NULL AND p.told_at IS NULL ORDER BY p.id LIMIT ${peopleAtOnce} FOR UPDATE`,
      { schoolId: scope.schoolId, caseId },
    )
    if (people.length === 0) return false
    for (const one of people) {
      await mailPerson(scope, school, texts, one)
      await messagePerson(scope, one, noticedOn)
    }
    await execute(
      `UPDATE breach_people SET told_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND case_id = :caseId AND id IN (:ids)`,
      { schoolId: scope.schoolId, caseId, ids: people.map(({ id }) => id) },
    )
    return true
  })
}

type Person = {
  id: number
  publicId: string
  studentId: number
  name: string
  email: string | null
  language: Language
}

type Reader = { language: Language; hasAccount: boolean }

/** Runs in the caller's transaction: sends one mail to each address of the family, in its reader's language. */
async function mailPerson(scope: SchoolScope, school: SchoolContact, texts: BreachTexts, one: Person): Promise<void> {
  const guardians = await listNotifiedGuardians(scope, one.studentId)
  const readers = new Map<string, Reader>()
  for (const { email, ...reader } of [{ ...one, hasAccount: false }, ...guardians]) {
    const address = email?.toLowerCase()
    if (address && !readers.has(address)) readers.set(address, reader)
  }
  for (const [to, reader] of readers) {
    await enqueueMail({ schoolId: scope.schoolId, to, breachPersonId: one.id, ...mailOf(school, texts, one, reader) })
  }
}

/**
 * Runs in the caller's transaction: sends an SMS or WhatsApp message, if set up, to everyone who receives the student's
 * messages, also in quiet hours.
 */
async function messagePerson(scope: SchoolScope, { publicId, studentId }: Person, noticedOn: string): Promise<void> {
  await notifyFamily(scope, {
    event: 'breach',
    studentId,
    values: { date: noticedOn, link: (recipient) => breachNoticeUrl(publicId, recipient) },
    onceKey: `breach:${publicId}`,
  })
}

function mailOf(
  school: SchoolContact,
  texts: BreachTexts,
  { name, publicId }: Person,
  { language: locale, hasAccount }: Reader,
) {
  const written = textFor(texts, locale)
  if (!written) throw new Error('The breach notice has no text')
  const facts = {
    student: name,
    school: school.name,
    phone: school.phone,
    ...written.parts,
    link: breachNoticeUrl(publicId, { hasAccount }),
  }
  return {
    subject: m.breaches_mail_subject({ school: school.name }, { locale }).slice(0, 200),
    text: m.breaches_mail_text(facts, { locale }),
  }
}
