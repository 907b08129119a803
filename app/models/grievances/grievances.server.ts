import {
  execute,
  flag,
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
import { lawDays } from '~/models/consents/options'
import { findPrivacySettings } from '~/models/consents/settings.server'
import { atSchool } from '~/models/guardians/at-school.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { plainList } from '~/models/records/plain-reads.server'
import { addDays, financialYearOf, formatDay, todayInIndia } from '~/models/shared/calendar'
import type { ValuesOf } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { makeOnce } from '~/models/shared/make-once.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import { takeQuota } from '~/models/shared/quota.server'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { columnsOf, lockThing } from '~/models/shared/table.server'
import { takeNumbers } from '~/models/shared/take-numbers.server'
import { grievanceNumber } from '~/models/students/grievance-number'
import { siteUrl } from '~/services/site.server'
import { answerForm, grievanceForm, guardianGrievanceForm, type paperForm, reopenForm } from './grievance-fields'
import { isWaiting } from './options'
import { Grievance, GrievanceEntry } from './tables.server'

export const grievanceSchema = schemaOf(grievanceForm)
export const guardianGrievanceSchema = schemaOf(guardianGrievanceForm)
export const reopenSchema = schemaOf(reopenForm)
export const answerSchema = schemaOf(answerForm)

/** So many a day of one writer, with what is opened again: each is read by somebody at the office. */
const grievancesADay = 5

type TooMany = { ok: false; reason: 'too-many' }

type Writing = {
  writer: 'guardian' | 'student' | 'paper'
  studentId: number | null
  guardianId: number | null
  writerName: string
  contact: string | null
  topic: ValuesOf<typeof grievanceForm>['topic']
  words: string
  language: Language
  receivedOn: string
}

/** A step: writes it with its number and its days, and confirms it by mail. */
async function file(scope: SchoolScope | StudentScope, formKey: string, writing: Writing): Promise<string> {
  const { schoolId } = scope
  const { receivedOn } = writing
  const { answerDays } = await findPrivacySettings(scope)
  const financialYear = financialYearOf(receivedOn)
  const publicId = newPublicId()
  const number = await takeNumbers(scope, 'grievance_counters', { financial_year: financialYear })
  const made = await Grievance.create({
    ...{ ...writing, publicId, schoolId, formKey, financialYear, number, state: 'open' },
    ...{ answerBy: addDays(receivedOn, answerDays), lawBy: addDays(receivedOn, lawDays) },
  })
  await recordAudit(scope, {
    action: 'grievance.filed',
    subject: { kind: 'grievance', id: made.id },
    details: { number, financialYear, topic: writing.topic, writer: writing.writer },
  })
  await mailWriter(scope, made.id, 'received')
  return publicId
}

/** A student writes. The same form sent twice writes once. Refuses `too-many`. */
export function fileAsStudent(
  scope: StudentScope,
  formKey: string,
  values: ValuesOf<typeof grievanceForm>,
  language: Language,
): Promise<Outcome<string, 'too-many'>> {
  const { schoolId, studentId } = scope
  return makeOnce<never, TooMany>({ table: Grievance, scope, formKey, taken: {} }, async () => {
    const same = await Grievance.findOne({ where: { schoolId, studentId, writer: 'student', formKey }, raw: true })
    if (same) return done(same.publicId)
    if (!(await takeQuota(`grievances:${schoolId}:student:${studentId}`, grievancesADay, 86_400)))
      return refused('too-many')
    const by = { writer: 'student', studentId, guardianId: null, writerName: scope.actor.name, contact: null } as const
    return done(await file(scope, formKey, { ...values, ...by, language, receivedOn: todayInIndia(new Date()) }))
  })
}

/** A guardian writes about a child with whom there is any right. Refuses `no-child` and `too-many`. */
export async function fileAsGuardian(
  scope: GuardianScope,
  formKey: string,
  { child, ...values }: ValuesOf<typeof guardianGrievanceForm>,
  language: Language,
): Promise<Outcome<string, 'no-child' | 'too-many'>> {
  const held = await selectRow(
    { schoolId: number('k.school_id'), studentId: number('k.student_id'), guardianId: number('k.guardian_id') },
    `FROM family_guardians g JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND ${anyRight}
     JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'
     WHERE g.account_id = :accountId AND s.public_id = :child`,
    { accountId: scope.accountId, child },
  )
  if (!held) return refused('no-child')
  const { schoolId, guardianId, studentId } = held
  const ofSchool = atSchool(scope, { schoolId })
  return makeOnce<never, TooMany>({ table: Grievance, scope: ofSchool, formKey, taken: {} }, async () => {
    const same = await Grievance.findOne({ where: { schoolId, guardianId, formKey }, raw: true })
    if (same) return done(same.publicId)
    if (!(await takeQuota(`grievances:${schoolId}:guardian:${guardianId}`, grievancesADay, 86_400)))
      return refused('too-many')
    const by = { writer: 'guardian', studentId, guardianId, writerName: scope.actor.name, contact: null } as const
    return done(await file(ofSchool, formKey, { ...values, ...by, language, receivedOn: todayInIndia(new Date()) }))
  })
}

/** The office enters what came on paper. Refuses `no-student` (nobody has this enrollment number) and `day` (to come, or over a year ago). */
export async function fileOnPaper(
  scope: SchoolScope,
  formKey: string,
  { enrollmentNumber, ...values }: ValuesOf<typeof paperForm>,
): Promise<Outcome<string, 'no-student' | 'day'>> {
  const { schoolId } = scope
  const today = todayInIndia(new Date())
  if (values.receivedOn > today || values.receivedOn < addDays(today, -366)) return refused('day')
  const about = enrollmentNumber
    ? await selectRow(
        { id: number('s.id') },
        'FROM students s WHERE s.school_id = :schoolId AND s.enrollment_number = :enrollmentNumber',
        { schoolId, enrollmentNumber },
      )
    : null
  if (enrollmentNumber && !about) return refused('no-student')
  return makeOnce<never>({ table: Grievance, scope, formKey, taken: {} }, async () => {
    const by = { writer: 'paper', studentId: about?.id ?? null, guardianId: null, language: 'en' } as const
    return done(await file(scope, formKey, { ...values, ...by }))
  })
}

const shown = {
  ...columnsOf(
    Grievance,
    'g',
    'id',
    'publicId',
    'writer',
    'writerName',
    'contact',
    'topic',
    'words',
    'state',
    'version',
    'isUnread',
  ),
  ...columnsOf(Grievance, 'g', 'receivedOn', 'answerBy', 'lawBy'),
  number: text(grievanceNumber),
  schoolName: text('c.name'),
  studentName: textOrNull("IF(s.id IS NULL, NULL, CONCAT(s.first_name, ' ', s.last_name))"),
  studentPublicId: textOrNull('s.public_id'),
}

/** A link `k` by which the guardian has to do with the child; the student of 18 may have ended it. */
const anyRight = 'k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1 OR k.is_told = 1)'

/** Of one that is opened. `hasRight`: its writer still has to do with the student. */
const opened = {
  ...shown,
  hasRight: flag(`g.writer <> 'guardian' OR g.student_id IS NULL OR EXISTS (SELECT 1 FROM guardian_links k
    WHERE k.school_id = g.school_id AND k.guardian_id = g.guardian_id AND k.student_id = g.student_id AND ${anyRight})`),
}

const from = `grievances g JOIN schools c ON c.id = g.school_id LEFT JOIN students s ON s.id = g.student_id`

/** Where the writer has an address: the student's, or the guardian's, at the school or of the account. */
const withAddress = `${from} LEFT JOIN family_guardians w ON w.school_id = g.school_id AND w.id = g.guardian_id
  LEFT JOIN guardian_accounts a ON a.id = w.account_id`
const address = `CASE g.writer WHEN 'student' THEN s.email
  WHEN 'guardian' THEN COALESCE(IF(w.email_state = 'wrong', NULL, w.email), a.email) END`

/** In India, where the clock runs 330 minutes ahead of the database's. */
const listed = {
  ...shown,
  answeredOn:
    textOrNull(`(SELECT DATE_FORMAT(MAX(n.created_at) + INTERVAL 330 MINUTE, '%Y-%m-%d') FROM grievance_entries n
    WHERE n.school_id = g.school_id AND n.grievance_id = g.id AND n.kind = 'answered')`),
}

const grievances = plainList({
  columns: listed,
  from,
  always: 'g.school_id = :schoolId',
  search: ['g.writer_name', grievanceNumber, "CONCAT(s.first_name, ' ', s.last_name)"],
  values: () => ({ today: todayInIndia(new Date()) }),
  filters: {
    state: `CASE :state WHEN 'waiting' THEN g.state IN ('open','reopened')
      WHEN 'late' THEN g.state IN ('open','reopened') AND g.answer_by < :today ELSE g.state = :state END`,
  },
  orders: {
    due: ["-(g.state IN ('open','reopened'))", 'g.answer_by'],
    received: 'g.received_on',
    writer: 'g.writer_name',
  },
  last: 'g.id',
})

/** The school's register of grievances, what waits and is due soonest first. */
export const { list: listGrievances } = grievances

/** What a printed register has room for. */
const mostPrinted = 1000

/** The register for print, the newest first. */
export function readGrievanceRegister({ schoolId }: SchoolScope) {
  const order = `ORDER BY g.financial_year DESC, g.number DESC LIMIT ${mostPrinted}`
  return selectRows(listed, `FROM ${from} WHERE g.school_id = :schoolId ${order}`, { schoolId })
}

/** One of the school's, for the office; `isMailed`: the writer is told by mail of what the office says. */
export function findGrievance({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    { ...opened, isMailed: flag(`${address} IS NOT NULL`) },
    `FROM ${withAddress} WHERE g.school_id = :schoolId AND g.public_id = :publicId`,
    { schoolId, publicId },
  )
}

const ofStudent = "g.school_id = :schoolId AND g.student_id = :studentId AND g.writer = 'student'"
const ofGuardian = `g.writer = 'guardian' AND EXISTS (SELECT 1 FROM family_guardians w WHERE w.school_id = g.school_id
  AND w.id = g.guardian_id AND w.account_id = :accountId)`

function ownOf(scope: StudentScope | GuardianScope): { where: string; values: Record<string, number> } {
  return 'accountId' in scope
    ? { where: ofGuardian, values: { accountId: scope.accountId } }
    : { where: ofStudent, values: { schoolId: scope.schoolId, studentId: scope.studentId } }
}

/** What this student, or this guardian, has written, the newest first: at most a hundred. */
export function listOwnGrievances(scope: StudentScope | GuardianScope) {
  const { where, values } = ownOf(scope)
  return selectRows(shown, `FROM ${from} WHERE ${where} ORDER BY g.id DESC LIMIT 100`, values)
}

/** One of those, or null: whoever else is about it reads nothing. */
export function findOwnGrievance(scope: StudentScope | GuardianScope, publicId: string) {
  const { where, values } = ownOf(scope)
  return selectRow(opened, `FROM ${from} WHERE ${where} AND g.public_id = :publicId`, { ...values, publicId })
}

/** The writer has opened what the office said. Ask only for a grievance that was found for whoever reads. */
export async function markRead(grievanceId: number): Promise<void> {
  await execute('UPDATE grievances SET is_unread = 0 WHERE id = :grievanceId', { grievanceId })
}

/** What was said after the first words, in its order. Ask only for a grievance that was found for whoever reads. */
export function listEntries(grievanceId: number) {
  return selectRows(
    columnsOf(GrievanceEntry, 'n', 'kind', 'words', 'byName', 'createdAt'),
    'FROM grievance_entries n WHERE n.grievance_id = :grievanceId ORDER BY n.id',
    { grievanceId },
  )
}

/** Answers it; the writer is told by mail that there is an answer, not what it says. Refuses `not-found`, `changed` and `closed`. */
export function answerGrievance(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { words }: ValuesOf<typeof answerForm>,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'closed'>> {
  return inTransaction(async () => {
    const found = await lockThing(Grievance, scope, publicId)
    if (!found) return refused('not-found')
    if (found.version !== version) return refused('changed')
    if (found.state === 'closed') return refused('closed')
    await say(scope, found, 'answered', words)
    await mailWriter(scope, found.id, 'answered')
    return done()
  })
}

/** Closes what needs no further answer, with the reason; the writer is told by mail that it was closed. Refuses `not-found`, `unanswered` and `closed`. */
export function closeGrievance(
  scope: SchoolScope,
  publicId: string,
  reason: string,
): Promise<Outcome<undefined, 'not-found' | 'unanswered' | 'closed'>> {
  return inTransaction(async () => {
    const found = await lockThing(Grievance, scope, publicId)
    if (!found) return refused('not-found')
    if (isWaiting(found.state)) return refused('unanswered')
    if (found.state === 'closed') return refused('closed')
    await say(scope, found, 'closed', reason)
    await mailWriter(scope, found.id, 'closed')
    return done()
  })
}

/**
 * The writer is not content: the clock starts again from today. Refuses `not-found`, `no-right` (of a guardian who has none with the
 * child any more), `not-answered` (it waits already) and `too-many`.
 */
export async function reopenGrievance(
  scope: StudentScope | GuardianScope,
  publicId: string,
  words: string,
): Promise<Outcome<undefined, 'not-found' | 'no-right' | 'not-answered' | 'too-many'>> {
  const own = await findOwnGrievance(scope, publicId)
  if (!own) return refused('not-found')
  if (!own.hasRight) return refused('no-right')
  const school = await selectRow(
    {
      schoolId: number('g.school_id'),
      studentId: number('COALESCE(g.student_id, 0)'),
      guardianId: number('COALESCE(g.guardian_id, 0)'),
    },
    'FROM grievances g WHERE g.id = :id',
    { id: own.id },
  )
  if (!school) return refused('not-found')
  const ofSchool = atSchool(scope, school)
  const who = 'accountId' in scope ? `guardian:${school.guardianId}` : `student:${school.studentId}`
  return inTransaction(async () => {
    const found = await lockThing(Grievance, ofSchool, publicId)
    if (!found) return refused('not-found')
    if (isWaiting(found.state)) return refused('not-answered')
    if (!(await takeQuota(`grievances:${school.schoolId}:${who}`, grievancesADay, 86_400))) return refused('too-many')
    const { answerDays } = await findPrivacySettings(ofSchool)
    const today = todayInIndia(new Date())
    await say(ofSchool, found, 'reopened', words)
    const days = { answerBy: addDays(today, answerDays), lawBy: addDays(today, lawDays) }
    await Grievance.update(days, { where: { id: found.id } })
    return done()
  })
}

async function say(
  scope: SchoolScope,
  found: { id: number; version: number },
  kind: 'answered' | 'reopened' | 'closed',
  words: string,
): Promise<void> {
  const { schoolId, actor } = scope
  const entry = { schoolId, grievanceId: found.id, kind, words, byName: actor.name, createdAt: new Date() }
  await GrievanceEntry.create(entry)
  const isUnread = kind !== 'reopened'
  await Grievance.update({ state: kind, isUnread, version: found.version + 1 }, { where: { id: found.id } })
  await recordAudit(scope, { action: `grievance.${kind}`, subject: { kind: 'grievance', id: found.id } })
}

const writerColumns = {
  writer: wordOf<Writing['writer']>('g.writer'),
  email: textOrNull(address),
  language: wordOf<Language>('g.language'),
  ...{ number: text(grievanceNumber), publicId: text('g.public_id'), answerBy: text('g.answer_by') },
  ...{ school: text('c.name'), phone: text('c.phone') },
}

/** Where a writer reads it. Models know nothing of the web's side of the house; a test holds this equal to http/paths. */
export function grievanceUrl(writer: 'guardian' | 'student', publicId: string): string {
  return siteUrl(`/${writer === 'guardian' ? 'guardians' : 'students'}/grievances/${publicId}`)
}

/** A step: tells the writer, and nobody else of the family, where there is an address; what was written is read after signing in. */
async function mailWriter(
  { schoolId }: SchoolScope | StudentScope,
  grievanceId: number,
  what: 'received' | 'answered' | 'closed',
): Promise<void> {
  const found = await selectRow(
    writerColumns,
    `FROM ${withAddress} WHERE g.school_id = :schoolId AND g.id = :grievanceId`,
    { schoolId, grievanceId },
  )
  if (!found?.email || found.writer === 'paper') return
  const { email, number, language: locale, school, phone, answerBy } = found
  const link = grievanceUrl(found.writer, found.publicId)
  const facts = { school, number, link, phone }
  const mails = {
    received: () => ({
      subject: m.grievances_mail_received({ number }, { locale }),
      text: m.grievances_mail_received_text({ ...facts, date: formatDay(answerBy, locale) }, { locale }),
    }),
    answered: () => ({
      subject: m.grievances_mail_answered({ number }, { locale }),
      text: m.grievances_mail_answered_text(facts, { locale }),
    }),
    closed: () => ({
      subject: m.grievances_mail_closed({ number }, { locale }),
      text: m.grievances_mail_closed_text(facts, { locale }),
    }),
  }
  await enqueueMail({ schoolId, to: email, ...mails[what]() })
}
