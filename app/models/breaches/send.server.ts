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
import { enqueueJob, enqueueMail } from '~/models/outbox/enqueue.server'
import { findSchoolContact, type SchoolContact } from '~/models/schools/profile.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import { siteUrl } from '~/services/site.server'
import type { BreachTexts } from './breach-fields'
import { findTexts, markSent } from './cases.server'
import { peopleAtOnce } from './options'
import { textFor } from './rules'
import { BreachCase } from './tables.server'

/** Where the mail leads to; a test holds it equal to http/paths. */
export function breachNoticeUrl(publicId: string): string {
  return siteUrl(`/students/breach-notices/${publicId}`)
}

/**
 * Has everybody who is affected and was not told yet told: by the worker, at once. Refuses `not-found`, `closed`, `no-text` while no language is
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
    const waiting = await selectRow(
      { people: number('COUNT(*)') },
      'FROM breach_people p WHERE p.school_id = :schoolId AND p.case_id = :caseId AND p.told_at IS NULL',
      { schoolId: scope.schoolId, caseId: row.id },
    )
    if (!waiting || waiting.people === 0) return refused('nobody')
    await markSent(scope, row.id)
    await enqueueJob({
      kind: 'tell-breach',
      schoolId: scope.schoolId,
      payload: { caseId: row.id },
      uniqueKey: `tell-breach:${row.id}`,
    })
    await recordAudit(scope, { action: 'breach.sent', subject: { kind: 'breach', id: row.id }, details: waiting })
    return done(waiting)
  })
}

/**
 * Tells everybody affected who was not told yet, once each, some in a transaction: the notice stands on the student's pages from then on, and mails
 * go to student and guardians. A run that ends half-way is gone on with.
 */
export async function tellBreach(scope: SchoolScope, caseId: number): Promise<void> {
  const school = await findSchoolContact(scope)
  if (!school) throw new Error('The school of a breach is gone')
  while (await tellSome(scope, school, caseId)) {
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
function tellSome(scope: SchoolScope, school: SchoolContact, caseId: number): Promise<boolean> {
  return inTransaction(async () => {
    const texts = await findTexts(scope, caseId)
    if (!texts) return false
    const people = await selectRows(
      person,
      `FROM breach_people p JOIN students s ON s.id = p.student_id
       WHERE p.school_id = :schoolId AND p.case_id = :caseId AND p.told_at IS NULL ORDER BY p.id LIMIT ${peopleAtOnce} FOR UPDATE`,
      { schoolId: scope.schoolId, caseId },
    )
    if (people.length === 0) return false
    for (const one of people) await tellPerson(scope, school, texts, one)
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

/** A step: one mail for each address of the family, in its reader's language. */
async function tellPerson(scope: SchoolScope, school: SchoolContact, texts: BreachTexts, one: Person): Promise<void> {
  const guardians = await listToldGuardians(scope, one.studentId)
  const readers = new Map<string, Language>()
  for (const { email, language } of [one, ...guardians]) {
    const address = email?.toLowerCase()
    if (address && !readers.has(address)) readers.set(address, language)
  }
  for (const [to, language] of readers) {
    await enqueueMail({
      ...{ schoolId: scope.schoolId, to, breachPersonId: one.id },
      ...mailOf(school, texts, one, language),
    })
  }
}

function mailOf(school: SchoolContact, texts: BreachTexts, { name, publicId }: Person, locale: Language) {
  const written = textFor(texts, locale)
  if (!written) throw new Error('A breach is told without words')
  const facts = {
    ...{ student: name, school: school.name, phone: school.phone },
    ...written.parts,
    link: breachNoticeUrl(publicId),
  }
  return {
    subject: m.breaches_mail_subject({ school: school.name }, { locale }).slice(0, 200),
    text: m.breaches_mail_text(facts, { locale }),
  }
}
