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
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { recordAudit } from '~/models/audit/record-audit.server'
import { listToldGuardians } from '~/models/guardians/told.server'
import { tellFamily } from '~/models/messaging/tell-family.server'
import { enqueueJob, enqueueMail } from '~/models/outbox/enqueue.server'
import { findSchoolContact, type SchoolContact } from '~/models/schools/profile.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf, lockThing } from '~/models/shared/table.server'
import { siteUrl } from '~/services/site.server'
import type { BreachTexts } from './breach-fields'
import { findTexts, markSent } from './cases.server'
import { peopleAtOnce } from './options'
import { textFor } from './rules'
import { BreachCase } from './tables.server'

/** Where mails and messages lead: to the page of the guardian's own sign-in, or of the student's. A test holds it equal to http/paths. */
export function breachNoticeUrl(publicId: string, { hasAccount }: { hasAccount: boolean }): string {
  return siteUrl(`/${hasAccount ? 'guardians' : 'students'}/breach-notices/${publicId}`)
}

/**
 * Has everybody who is affected by now and was not told yet told: by the worker, at once. Who is added while it works waits for the next time. Refuses `not-found`, `closed`, `no-text` while no language is
 * written whole, `nobody` where all were told.
 */
export function askToSend(
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
 * Tells everybody for whom it was asked and who was not told yet, once each, some in a transaction: the notice stands on the pages of student and guardians from
 * then on, mails go to both, and a message to each who is told of the student. A run that ends half-way is gone on with.
 */
export async function tellBreach(scope: SchoolScope, caseId: number): Promise<void> {
  const school = await findSchoolContact(scope)
  const breach = await selectRow(
    columnsOf(BreachCase, 'b', 'noticedOn'),
    'FROM breach_cases b WHERE b.school_id = :schoolId AND b.id = :caseId',
    { schoolId: scope.schoolId, caseId },
  )
  if (!school || !breach) throw new Error('The school of a breach is gone, or the case')
  while (await tellSome(scope, school, caseId, breach.noticedOn)) {
    // Some people a transaction, so that a large school blocks nobody.
  }
}

const person = {
  id: number('p.id'),
  publicId: text('p.public_id'),
  studentId: number('p.student_id'),
  name: text("CONCAT(s.first_name, ' ', s.last_name)"),
  email: textOrNull('s.email'),
  language: wordOf<Language>('s.language'),
}

/** Whether there may be more to tell. */
function tellSome(scope: SchoolScope, school: SchoolContact, caseId: number, noticedOn: string): Promise<boolean> {
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

/** A step: one mail for each address of the family, in its reader's language. */
async function mailPerson(scope: SchoolScope, school: SchoolContact, texts: BreachTexts, one: Person): Promise<void> {
  const guardians = await listToldGuardians(scope, one.studentId)
  const readers = new Map<string, Reader>()
  for (const { email, ...reader } of [{ ...one, hasAccount: false }, ...guardians]) {
    const address = email?.toLowerCase()
    if (address && !readers.has(address)) readers.set(address, reader)
  }
  for (const [to, reader] of readers) {
    await enqueueMail({
      ...{ schoolId: scope.schoolId, to, breachPersonId: one.id },
      ...mailOf(school, texts, one, reader),
    })
  }
}

/** A step: a message by SMS or WhatsApp, where the school has these, to each who is told of the student; in quiet hours too. */
async function messagePerson(scope: SchoolScope, { publicId, studentId }: Person, noticedOn: string): Promise<void> {
  await tellFamily(scope, {
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
  if (!written) throw new Error('A breach is told without words')
  const facts = {
    ...{ student: name, school: school.name, phone: school.phone },
    ...written.parts,
    link: breachNoticeUrl(publicId, { hasAccount }),
  }
  return {
    subject: m.breaches_mail_subject({ school: school.name }, { locale }).slice(0, 200),
    text: m.breaches_mail_text(facts, { locale }),
  }
}
