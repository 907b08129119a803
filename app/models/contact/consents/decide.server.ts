import { instant, inTransaction, lockRows, number, selectRow, selectRows, text } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { localizedSql } from '~/kit/tables/localized.server'
import { columnsOf } from '~/kit/tables/table.server'
import type { Language } from '~/language/language'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { keepReceived } from '~/models/core/files/keep-received.server'
import type { FileRule } from '~/models/core/files/receive-file.server'
import { addDays, todayInIndia } from '~/models/core/shared/calendar'
import { isAdult } from '~/models/core/shared/coming-of-age'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { isSchoolOpen } from '~/models/core/shared/school-open'
import type { GuardianScope, SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { atSchool } from '~/models/people/guardians/at-school.server'
import { listCurrentNotices, listDecisions } from './consents.server'
import { type Decision, type DecisionChannel, isAsked, type Verification } from './options'
import { recordForm } from './privacy-fields'
import { ConsentDecision, PrivacyNotice } from './tables.server'

/** Consent, refusal, or confirmation of a notice that needs no consent. */
export const answers = ['yes', 'no', 'read'] as const
export type Answer = (typeof answers)[number]

export const scanRule: FileRule = {
  types: ['pdf', 'jpeg', 'png'],
  maxBytes: 10 * 1024 * 1024,
  folder: 'consent-forms',
  visibility: 'school',
  messages: {
    wrongType: () => 'Please upload a PDF, JPEG or PNG file',
    tooLarge: () => 'The file must be at most 10 MB',
  },
}

interface Deciding {
  scope: SchoolScope | StudentScope
  studentId: number
  notice: { id: number; purpose: string }
  answer: Answer
  language: Language
  /** Null if the student decides. */
  guardianId: number | null
  byName: string
  at: Date
  channel: DecisionChannel
  verification: Verification
  recordedByName: string | null
  fileId: number | null
}

/**
 * Runs in the caller's transaction, which has locked the student's row: adds a decision after this person's earlier
 * ones. Adds nothing if the last one has an equal answer and verification, unless the new one has a signed form, which
 * is stronger evidence.
 */
async function add({ scope, studentId, notice, answer, at, ...facts }: Deciding): Promise<void> {
  const { guardianId, byName, language, channel, verification, recordedByName, fileId } = facts
  const { schoolId } = scope
  const ownDecisions = (await listDecisions({ schoolId }, [studentId])).filter(
    (each) => each.purpose === notice.purpose && each.guardianId === guardianId,
  )
  const before = ownDecisions.findLast((each) => each.decidedAt <= at)
  const isWithdrawn = before?.decision === 'given' || before?.decision === 'withdrawn'
  const decision: Decision =
    answer === 'yes' ? 'given' : answer === 'read' ? 'read' : isWithdrawn ? 'withdrawn' : 'refused'
  const isSame =
    before?.decision === decision &&
    (answer === 'no' || before.noticeId === notice.id) &&
    before.verification === verification &&
    fileId === null
  if (isSame) return
  await ConsentDecision.create({
    publicId: newPublicId(),
    schoolId,
    studentId,
    purpose: notice.purpose,
    noticeId: notice.id,
    decision,
    decidedAt: at,
    guardianId,
    decidedByName: byName,
    channel,
    verification,
    language,
    fileId,
    recordedByName,
    createdAt: new Date(),
  })
  await recordAudit(scope, {
    action: `consent.${decision}`,
    subject: { kind: 'student', id: studentId },
    details: { purpose: notice.purpose, by: byName, channel },
  })
}

const holdStudent = (schoolId: number, studentId: number) =>
  lockRows('FROM students WHERE school_id = :schoolId AND id = :studentId', { schoolId, studentId })

/** Finds the current notice if the answer fits it: `read` for a notice that needs no consent, otherwise yes or no. */
async function noticeOf(schoolId: number, publicId: string, answer: Answer) {
  const notice = (await listCurrentNotices({ schoolId })).find((each) => each.publicId === publicId)
  return notice && isAsked(notice.purpose) === (answer !== 'read') ? notice : null
}

const heldChild = {
  schoolId: number('k.school_id'),
  studentId: number('k.student_id'),
  guardianId: number('k.guardian_id'),
  birthDate: text('s.date_of_birth'),
}

/**
 * Decides for a child as guardian. Refuses `not-found` (no child that this guardian may see), `adult` (the student is
 * 18 and decides alone) and `notice-changed` (the notice is no longer current: the new one has to be read first).
 */
export async function decideAsGuardian(
  scope: GuardianScope,
  { child, notice: noticeId, answer, language }: { child: string; notice: string; answer: Answer; language: Language },
): Promise<Outcome<undefined, 'not-found' | 'adult' | 'notice-changed'>> {
  const childRow = await selectRow(
    heldChild,
    `FROM family_guardians g JOIN guardian_links k ON k.school_id = g.school_id AND k.guardian_id = g.id
       AND k.may_see = 1 AND k.shut_out_at IS NULL
     JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'
     WHERE g.account_id = :accountId AND s.public_id = :child AND ${isSchoolOpen('g.school_id')}`,
    { accountId: scope.accountId, child },
  )
  if (!childRow) return refused('not-found')
  const { schoolId, studentId, guardianId } = childRow
  const at = new Date()
  if (isAdult(childRow.birthDate, todayInIndia(at))) return refused('adult')
  return inTransaction(async () => {
    await holdStudent(schoolId, studentId)
    const notice = await noticeOf(schoolId, noticeId, answer)
    if (!notice) return refused('notice-changed')
    const decider = { guardianId, byName: scope.actor.name, channel: 'account', verification: 'account' } as const
    const decision = { scope: atSchool(scope, { schoolId }), studentId, notice, answer, language, at }
    await add({ ...decision, ...decider, recordedByName: null, fileId: null })
    return done()
  })
}

/**
 * Decides as a student of 18 or over. Refuses `under-age` (a child's account cannot give parental consent) and
 * `notice-changed`.
 */
export async function decideAsStudent(
  scope: StudentScope,
  { notice: noticeId, answer, language }: { notice: string; answer: Answer; language: Language },
): Promise<Outcome<undefined, 'under-age' | 'notice-changed'>> {
  const { schoolId, studentId } = scope
  const at = new Date()
  if (!isAdult(await findBirthDate(scope), todayInIndia(at))) return refused('under-age')
  return inTransaction(async () => {
    await holdStudent(schoolId, studentId)
    const notice = await noticeOf(schoolId, noticeId, answer)
    if (!notice) return refused('notice-changed')
    const decider = { guardianId: null, byName: scope.actor.name, channel: 'account', verification: 'account' } as const
    await add({ scope, studentId, notice, answer, language, at, ...decider, recordedByName: null, fileId: null })
    return done()
  })
}

export async function findBirthDate({ schoolId, studentId }: StudentScope): Promise<string> {
  const fromClause = 'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId'
  const student = await selectRow({ birthDate: text('s.date_of_birth') }, fromClause, { schoolId, studentId })
  if (!student) throw new Error('The student is gone')
  return student.birthDate
}

/**
 * Lists the guardians who may decide for a student: those who may see the child and whom an adult student has not
 * blocked.
 */
export function listDeciders({ schoolId }: SchoolScope, studentId: number) {
  return selectRows(
    { id: number('g.id'), publicId: text('g.public_id'), name: text('g.name'), relation: text('k.relation') },
    `FROM guardian_links k JOIN family_guardians g ON g.school_id = k.school_id AND g.id = k.guardian_id
     WHERE k.school_id = :schoolId AND k.student_id = :studentId AND k.may_see = 1 AND k.shut_out_at IS NULL
     ORDER BY k.position, k.id`,
    { schoolId, studentId },
  )
}

/** Lists all published versions, the newest of each purpose first: a paper form may refer to an older one. */
export function listPublishedNotices({ schoolId }: SchoolScope) {
  return selectRows(
    {
      ...columnsOf(PrivacyNotice, 'n', 'id', 'publicId', 'purpose', 'number'),
      title: text(localizedSql('n.title', 'en')),
      publishedAt: instant('n.published_at'),
    },
    `FROM privacy_notices n WHERE n.school_id = :schoolId AND n.published_at IS NOT NULL ORDER BY title, n.number DESC`,
    { schoolId },
  )
}

/** Schema without a check of the day: `recordDecision` checks it, because it knows today's date. */
export const recordSchema = schemaOf(recordForm)

export function findConsentStudent({ schoolId }: SchoolScope, publicId: string) {
  return selectRow(
    {
      id: number('s.id'),
      publicId: text('s.public_id'),
      birthDate: text('s.date_of_birth'),
      name: text("TRIM(CONCAT(s.first_name, ' ', s.last_name))"),
    },
    'FROM students s WHERE s.school_id = :schoolId AND s.public_id = :publicId',
    { schoolId, publicId },
  )
}

const dayStart = (day: string) => new Date(`${day}T00:00:00+05:30`)

/**
 * Records a decision made on paper or at the counter. Consent counts from the start of its day and a refusal from the
 * end, so that a refusal on the same day wins. Refuses `not-found`, `no-notice`, `no-guardian` (may not see the child),
 * `adult` (only the student decides), `under-age`, `day` (future, or over 3 years ago), `before-notice` (unpublished
 * then), `no-scan`, `file-gone`.
 */
export async function recordDecision(
  scope: SchoolScope,
  studentPublicId: string,
  values: ValuesOf<typeof recordForm>,
  scanKey: string | null,
): Promise<
  Outcome<
    undefined,
    | 'not-found'
    | 'no-notice'
    | 'no-guardian'
    | 'adult'
    | 'under-age'
    | 'day'
    | 'before-notice'
    | 'no-scan'
    | 'file-gone'
  >
> {
  const student = await findConsentStudent(scope, studentPublicId)
  if (!student) return refused('not-found')
  const { answer, language, decidedOn, verification } = values
  const notice = (await listPublishedNotices(scope)).find(({ publicId }) => publicId === values.notice)
  if (!notice) return refused('no-notice')
  const now = new Date()
  const today = todayInIndia(now)
  if (decidedOn > today || decidedOn < addDays(today, -3 * 366)) return refused('day')
  if (decidedOn < todayInIndia(notice.publishedAt)) return refused('before-notice')
  const isOwn = values.guardian === 'student'
  if (isOwn && !isAdult(student.birthDate, decidedOn)) return refused('under-age')
  if (!isOwn && isAdult(student.birthDate, today)) return refused('adult')
  const guardian = isOwn
    ? null
    : (await listDeciders(scope, student.id)).find(({ publicId }) => publicId === values.guardian)
  if (guardian === undefined) return refused('no-guardian')
  if (verification === 'signed_form' && scanKey === null) return refused('no-scan')
  const dayEnd = new Date(dayStart(addDays(decidedOn, 1)).getTime() - 1)
  const at = answer === 'yes' ? dayStart(decidedOn) : dayEnd < now ? dayEnd : now
  return inTransaction(async () => {
    await holdStudent(scope.schoolId, student.id)
    const scanIds = scanKey === null ? [] : await keepReceived(scope, [scanKey], { studentId: student.id })
    if (scanIds === null) return refused('file-gone')
    await add({
      scope,
      studentId: student.id,
      notice,
      language,
      at,
      verification,
      answer: isAsked(notice.purpose) ? answer : 'read',
      guardianId: guardian?.id ?? null,
      byName: guardian?.name ?? student.name,
      channel: verification === 'counter' ? 'counter' : 'paper',
      recordedByName: scope.actor.name,
      fileId: scanIds[0] ?? null,
    })
    return done()
  })
}

export function listScans({ schoolId }: SchoolScope, studentId: number) {
  return selectRows(
    { id: number('f.id'), key: text('f.storage_key') },
    `FROM consent_decisions d JOIN files f ON f.id = d.file_id
     WHERE d.school_id = :schoolId AND d.student_id = :studentId`,
    { schoolId, studentId },
  )
}
