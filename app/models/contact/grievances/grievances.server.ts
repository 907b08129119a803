import { inTransaction, number, selectRow } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { lockThing } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { lawDays } from '~/models/contact/consents/options'
import { findPrivacySettings } from '~/models/contact/consents/settings.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { addDays, financialYearOf, todayInIndia } from '~/models/core/shared/calendar'
import { takeNumbers } from '~/models/core/shared/numbering/take-numbers.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { atSchool } from '~/models/people/guardians/at-school.server'
import { answerForm, grievanceForm, guardianGrievanceForm, type paperForm, reopenForm } from './grievance-fields'
import { mailWriter } from './mail-writer.server'
import { isWaiting } from './options'
import { anyRight, findOwnGrievance } from './read-grievances.server'
import { Grievance, GrievanceEntry } from './tables.server'

export const grievanceSchema = schemaOf(grievanceForm)
export const guardianGrievanceSchema = schemaOf(guardianGrievanceForm)
export const reopenSchema = schemaOf(reopenForm)
export const answerSchema = schemaOf(answerForm)

/** Daily limit of grievances per writer, including reopened ones, because the office reads each. */
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

/** Runs in the caller's transaction: stores a grievance with its number and deadlines, and confirms it by mail. */
async function file(scope: SchoolScope | StudentScope, formKey: string, writing: Writing): Promise<string> {
  const { schoolId } = scope
  const { receivedOn } = writing
  const { answerDays } = await findPrivacySettings(scope)
  const financialYear = financialYearOf(receivedOn)
  const publicId = newPublicId()
  const number = await takeNumbers(scope, 'grievance_counters', { financial_year: financialYear })
  const grievance = await Grievance.create({
    ...writing,
    publicId,
    schoolId,
    formKey,
    financialYear,
    number,
    state: 'open',
    answerBy: addDays(receivedOn, answerDays),
    lawBy: addDays(receivedOn, lawDays),
  })
  await recordAudit(scope, {
    action: 'grievance.filed',
    subject: { kind: 'grievance', id: grievance.id },
    details: { number, financialYear, topic: writing.topic, writer: writing.writer },
  })
  await mailWriter(scope, grievance.id, 'received')
  return publicId
}

/** Files a grievance of a student. The same form submitted twice files one. Refuses `too-many`. */
export function fileAsStudent(
  scope: StudentScope,
  formKey: string,
  values: ValuesOf<typeof grievanceForm>,
  language: Language,
): Promise<Outcome<string, 'too-many'>> {
  const { schoolId, studentId } = scope
  return createOnce<never, TooMany>({ table: Grievance, scope, formKey, taken: {} }, async () => {
    const same = await Grievance.findOne({ where: { schoolId, studentId, writer: 'student', formKey }, raw: true })
    if (same) return done(same.publicId)
    if (!(await takeQuota(`grievances:${schoolId}:student:${studentId}`, grievancesADay, 86_400)))
      return refused('too-many')
    const writerFields = {
      writer: 'student',
      studentId,
      guardianId: null,
      writerName: scope.actor.name,
      contact: null,
    } as const
    return done(
      await file(scope, formKey, { ...values, ...writerFields, language, receivedOn: todayInIndia(new Date()) }),
    )
  })
}

/**
 * Files a grievance of a guardian about a child for whom the guardian has any right. Refuses `no-child` and `too-many`.
 */
export async function fileAsGuardian(
  scope: GuardianScope,
  formKey: string,
  { child, ...values }: ValuesOf<typeof guardianGrievanceForm>,
  language: Language,
): Promise<Outcome<string, 'no-child' | 'too-many'>> {
  const childRow = await selectRow(
    { schoolId: number('k.school_id'), studentId: number('k.student_id'), guardianId: number('k.guardian_id') },
    `FROM family_guardians g JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id AND ${anyRight}
     JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'
     WHERE g.account_id = :accountId AND s.public_id = :child AND ${isSchoolOpen('g.school_id')}`,
    { accountId: scope.accountId, child },
  )
  if (!childRow) return refused('no-child')
  const { schoolId, guardianId, studentId } = childRow
  const ofSchool = atSchool(scope, { schoolId })
  return createOnce<never, TooMany>({ table: Grievance, scope: ofSchool, formKey, taken: {} }, async () => {
    const same = await Grievance.findOne({ where: { schoolId, guardianId, formKey }, raw: true })
    if (same) return done(same.publicId)
    if (!(await takeQuota(`grievances:${schoolId}:guardian:${guardianId}`, grievancesADay, 86_400)))
      return refused('too-many')
    const writerFields = {
      writer: 'guardian',
      studentId,
      guardianId,
      writerName: scope.actor.name,
      contact: null,
    } as const
    return done(
      await file(ofSchool, formKey, { ...values, ...writerFields, language, receivedOn: todayInIndia(new Date()) }),
    )
  })
}

/**
 * Files a grievance that the office received on paper or orally. Refuses `no-student` (unknown enrollment number) and
 * `day` (in the future, or over a year ago).
 */
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
  return createOnce<never>({ table: Grievance, scope, formKey, taken: {} }, async () => {
    const writerFields = { writer: 'paper', studentId: about?.id ?? null, guardianId: null, language: 'en' } as const
    return done(await file(scope, formKey, { ...values, ...writerFields }))
  })
}

/**
 * Answers a grievance; a mail notifies the writer without the answer's text. Refuses `not-found`, `changed` and
 * `closed`.
 */
export function answerGrievance(
  scope: SchoolScope,
  publicId: string,
  version: number,
  { words }: ValuesOf<typeof answerForm>,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'closed'>> {
  return inTransaction(async () => {
    const grievance = await lockThing(Grievance, scope, publicId)
    if (!grievance) return refused('not-found')
    if (grievance.version !== version) return refused('changed')
    if (grievance.state === 'closed') return refused('closed')
    await say(scope, grievance, 'answered', words)
    await mailWriter(scope, grievance.id, 'answered')
    return done()
  })
}

/**
 * Closes a grievance that needs no further answer, with the reason; a mail notifies the writer. Refuses `not-found`,
 * `unanswered` and `closed`.
 */
export function closeGrievance(
  scope: SchoolScope,
  publicId: string,
  reason: string,
): Promise<Outcome<undefined, 'not-found' | 'unanswered' | 'closed'>> {
  return inTransaction(async () => {
    const grievance = await lockThing(Grievance, scope, publicId)
    if (!grievance) return refused('not-found')
    if (isWaiting(grievance.state)) return refused('unanswered')
    if (grievance.state === 'closed') return refused('closed')
    await say(scope, grievance, 'closed', reason)
    await mailWriter(scope, grievance.id, 'closed')
    return done()
  })
}

/**
 * Reopens an answered grievance: the deadline starts again from today. Refuses `not-found`, `no-right` (the guardian no
 * longer has rights for the child), `not-answered` (the grievance still waits for an answer) and `too-many`.
 */
export async function reopenGrievance(
  scope: StudentScope | GuardianScope,
  publicId: string,
  words: string,
): Promise<Outcome<undefined, 'not-found' | 'no-right' | 'not-answered' | 'too-many'>> {
  const ownGrievance = await findOwnGrievance(scope, publicId)
  if (!ownGrievance) return refused('not-found')
  if (!ownGrievance.hasRight) return refused('no-right')
  const school = await selectRow(
    {
      schoolId: number('g.school_id'),
      studentId: number('COALESCE(g.student_id, 0)'),
      guardianId: number('COALESCE(g.guardian_id, 0)'),
    },
    'FROM grievances g WHERE g.id = :id',
    { id: ownGrievance.id },
  )
  if (!school) return refused('not-found')
  const ofSchool = atSchool(scope, school)
  const who = 'accountId' in scope ? `guardian:${school.guardianId}` : `student:${school.studentId}`
  return inTransaction(async () => {
    const grievance = await lockThing(Grievance, ofSchool, publicId)
    if (!grievance) return refused('not-found')
    if (isWaiting(grievance.state)) return refused('not-answered')
    if (!(await takeQuota(`grievances:${school.schoolId}:${who}`, grievancesADay, 86_400))) return refused('too-many')
    const { answerDays } = await findPrivacySettings(ofSchool)
    const today = todayInIndia(new Date())
    await say(ofSchool, grievance, 'reopened', words)
    const days = { answerBy: addDays(today, answerDays), lawBy: addDays(today, lawDays) }
    await Grievance.update(days, { where: { id: grievance.id } })
    return done()
  })
}

async function say(
  scope: SchoolScope,
  grievance: { id: number; version: number },
  kind: 'answered' | 'reopened' | 'closed',
  words: string,
): Promise<void> {
  const { schoolId, actor } = scope
  const entry = { schoolId, grievanceId: grievance.id, kind, words, byName: actor.name, createdAt: new Date() }
  await GrievanceEntry.create(entry)
  const isUnread = kind !== 'reopened'
  await Grievance.update({ state: kind, isUnread, version: grievance.version + 1 }, { where: { id: grievance.id } })
  await recordAudit(scope, { action: `grievance.${kind}`, subject: { kind: 'grievance', id: grievance.id } })
}
