import {
  execute,
  flag,
  instantOrNull,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { plainList, plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { languageOrder } from '~/kit/tables/localized.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { describedStudentColumns } from '~/models/people/students/describe/student-columns.server'
import { type BreachTexts, caseForm, textForm } from './breach-fields'
import { type Authority, textParts } from './options'
import { clocksOf, missingParts, momentOfDay } from './rules'
import { BreachCase, BreachPerson, BreachText } from './tables.server'

const people = (asks = '') =>
  number(`(SELECT COUNT(*) FROM breach_people p WHERE p.school_id = t.school_id AND p.case_id = t.id ${asks})`)

/** SQL: time at which the student, or the first notified guardian, confirmed reading the notice. */
const readAt = `COALESCE(p.acknowledged_at, (SELECT MIN(r.acknowledged_at) FROM breach_guardians r WHERE r.person_id = p.id))`

const counts = {
  people: people(),
  told: people('AND p.told_at IS NOT NULL'),
  read: people(`AND ${readAt} IS NOT NULL`),
}

const reports = columnsOf(
  BreachCase,
  't',
  ...(['sentAt', 'sentByName', 'certInToldAt', 'certInReference', 'boardToldAt', 'boardReference'] as const),
  ...(['detailsToldAt', 'detailsReference', 'closedAt', 'closingRemarks', 'createdAt'] as const),
)

const mails = (asks: string) =>
  number(`(SELECT COUNT(*) FROM outgoing_mail o JOIN breach_people p ON p.id = o.breach_person_id
    WHERE p.school_id = t.school_id AND p.case_id = t.id AND ${asks})`)

/**
 * SQL: number of messages about the case in these states; their once key begins with `breach:` and the affected
 * person's id.
 */
const messages = (states: string) =>
  number(`(SELECT COUNT(*) FROM breach_people p JOIN outgoing_messages m ON m.school_id = p.school_id AND m.student_id = p.student_id
      AND m.event = 'breach' AND LEFT(m.once_key, 20) = CONCAT('breach:', p.public_id, ':')
    WHERE p.school_id = t.school_id AND p.case_id = t.id AND m.state IN (${states}))`)

/** Records of a school's data breaches. A case is never deleted. */
const { remove: _, ...records } = plainRecords(BreachCase, caseForm, {
  kind: 'breach',
  details: ({ title, noticedOn }) => ({ title, noticedOn }),
  check: ({ noticedOn, noticedMinute }, say) => {
    if (!noticedOn || noticedMinute === undefined || noticedMinute === null) return
    if (momentOfDay(noticedOn, noticedMinute) > new Date()) say('noticedOn', 'Enter a time that is not in the future')
  },
  taken: {},
  held: {},
})

export const breaches = {
  ...plainReads(BreachCase, caseForm, {
    listed: ['title', 'noticedOn', 'noticedMinute', 'sentAt', 'certInToldAt', 'detailsToldAt', 'closedAt'],
    counts,
    more: {
      ...reports,
      mailsHandedOver: mails(`o.state = 'sent' AND o.bounced_at IS NULL`),
      mailsWaiting: mails(`o.state = 'waiting'`),
      mailsFailed: mails(`(o.state IN ('failed', 'skipped') OR o.bounced_at IS NOT NULL)`),
      messagesDelivered: messages(`'delivered', 'read'`),
      messagesSent: messages(`'sent'`),
      messagesUnsure: messages(`'sending', 'unsure'`),
      messagesWaiting: messages(`'waiting', 'held'`),
      messagesFailed: messages(`'failed', 'skipped'`),
      unmailed: people(`AND p.told_at IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM outgoing_mail o WHERE o.breach_person_id = p.id)`),
      hasText: flag('EXISTS (SELECT 1 FROM breach_texts x WHERE x.case_id = t.id)'),
    },
    search: ['t.title'],
    filters: { state: `CASE :state WHEN 'open' THEN t.closed_at IS NULL ELSE t.closed_at IS NOT NULL END` },
    orders: { noticed: ['t.noticed_on', 't.noticed_minute'], title: 't.title' },
  }),
  ...records,
}

export type FoundBreach = NonNullable<Awaited<ReturnType<typeof breaches.find>>>

/** Returns the deadlines for reporting a case to CERT-In and the Board. */
export function clocksAt(breach: FoundBreach, now: Date) {
  return clocksOf(
    momentOfDay(breach.noticedOn, breach.noticedMinute),
    {
      cert_in: { at: breach.certInToldAt, reference: breach.certInReference },
      board: { at: breach.boardToldAt, reference: breach.boardReference },
      details: { at: breach.detailsToldAt, reference: breach.detailsReference },
    },
    now,
  )
}

export function breachChoices({ schoolId }: SchoolScope) {
  return selectRows(
    columnsOf(BreachCase, 't', 'publicId', 'title'),
    'FROM breach_cases t WHERE t.school_id = :schoolId ORDER BY t.id DESC',
    { schoolId },
  )
}

export const { list: listBreachPeople } = plainList({
  columns: {
    ...columnsOf(BreachPerson, 'p', 'publicId', 'foundBy', 'toldAt'),
    readAt: instantOrNull(readAt),
    ...describedStudentColumns,
    admissionNumber: textOrNull('i.admission_number'),
    studentPublicId: text('s.public_id'),
    breach: text('b.title'),
    mails: number('(SELECT COUNT(*) FROM outgoing_mail o WHERE o.breach_person_id = p.id)'),
    mailsFailed: number(`(SELECT COUNT(*) FROM outgoing_mail o WHERE o.breach_person_id = p.id
      AND (o.state IN ('failed', 'skipped') OR o.bounced_at IS NOT NULL))`),
  },
  from: `breach_people p JOIN breach_cases b ON b.id = p.case_id JOIN students s ON s.id = p.student_id LEFT JOIN academic_infos i ON i.student_id = s.id`,
  always: 'p.school_id = :schoolId',
  last: 'p.id',
  search: ['s.first_name', 's.last_name', 's.enrollment_number', 'i.admission_number'],
  filters: {
    breach: 'b.public_id = :breach',
    state: `CASE :state WHEN 'untold' THEN p.told_at IS NULL WHEN 'unread' THEN p.told_at IS NOT NULL AND ${readAt} IS NULL
      ELSE ${readAt} IS NOT NULL END`,
  },
  orders: { name: ['s.first_name', 's.last_name'], told: 'p.told_at' },
})

export const textSchema = schemaOf(textForm, (values, say) => {
  for (const name of missingParts(values)) say(name, 'Fill in all texts in a language, or none')
})

const textColumns = columnsOf(BreachText, 'x', ...textParts)

/** Finds the texts of a case, with its version to detect concurrent saves. All are empty until first saved. */
export async function findBreachText(scope: SchoolScope, publicId: string) {
  const breach = await breaches.find(scope, publicId)
  if (!breach) return null
  const stored = await selectRow(textColumns, 'FROM breach_texts x WHERE x.case_id = :id', { id: breach.id })
  const empty: BreachTexts = { nature: {}, consequences: {}, measures: {}, steps: {}, contact: {} }
  return {
    ...(stored ?? empty),
    id: breach.id,
    title: breach.title,
    version: breach.version,
    closedAt: breach.closedAt,
  }
}

/**
 * Saves the texts of a notice that has not been sent yet; a sent notice must not change. Refuses `not-found`,
 * `changed`, `sent` and `closed`.
 */
export function saveBreachText(
  scope: SchoolScope,
  publicId: string,
  version: number,
  values: BreachTexts,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'sent' | 'closed'>> {
  return inTransaction(async () => {
    const row = await lockThing(BreachCase, scope, publicId)
    if (!row) return refused('not-found')
    if (row.sentAt !== null) return refused('sent')
    if (row.version !== version) return refused('changed')
    if (row.closedAt !== null) return refused('closed')
    await BreachText.upsert({ caseId: row.id, schoolId: scope.schoolId, ...values })
    await BreachCase.update({ version: version + 1 }, { where: { id: row.id } })
    await recordAudit(scope, { action: 'breach.text-saved', subject: { kind: 'breach', id: row.id } })
    return done()
  })
}

const reportColumns = {
  cert_in: { at: 'certInToldAt', reference: 'certInReference' },
  board: { at: 'boardToldAt', reference: 'boardReference' },
  details: { at: 'detailsToldAt', reference: 'detailsReference' },
} as const

/**
 * Records the time and reference of a report to an authority. Refuses `not-found`, `early` (before the breach was
 * noticed) and `future`.
 */
export function recordReport(
  scope: SchoolScope,
  publicId: string,
  report: { to: Authority; at: Date; reference: string },
): Promise<Outcome<undefined, 'not-found' | 'early' | 'future'>> {
  return inTransaction(async () => {
    const row = await lockThing(BreachCase, scope, publicId)
    if (!row) return refused('not-found')
    if (report.at > new Date()) return refused('future')
    if (report.at < momentOfDay(row.noticedOn, row.noticedMinute)) return refused('early')
    const { at, reference } = reportColumns[report.to]
    await BreachCase.update(
      { [at]: report.at, [reference]: report.reference, version: row.version + 1 },
      { where: { id: row.id } },
    )
    const details = { to: report.to, at: report.at.toISOString(), reference: report.reference }
    await recordAudit(scope, { action: 'breach.reported', subject: { kind: 'breach', id: row.id }, details })
    return done()
  })
}

/**
 * Closes a case; its notices stay until they are read. Refuses `not-found`, `closed`, and `untold` if an affected
 * person has not been notified.
 */
export function closeBreach(
  scope: SchoolScope,
  publicId: string,
  remarks: string,
): Promise<Outcome<undefined, 'not-found' | 'closed' | 'untold'>> {
  return inTransaction(async () => {
    const row = await lockThing(BreachCase, scope, publicId)
    if (!row) return refused('not-found')
    if (row.closedAt !== null) return refused('closed')
    const waiting = await selectRow(
      { count: number('COUNT(*)') },
      'FROM breach_people p WHERE p.school_id = :schoolId AND p.case_id = :id AND p.told_at IS NULL',
      { schoolId: scope.schoolId, id: row.id },
    )
    if (waiting && waiting.count > 0) return refused('untold')
    const ended = { closedAt: new Date(), closingRemarks: remarks, version: row.version + 1 }
    await BreachCase.update(ended, { where: { id: row.id } })
    await recordAudit(scope, { action: 'breach.closed', subject: { kind: 'breach', id: row.id }, details: { remarks } })
    return done()
  })
}

/** Counts, by language, the students not yet notified, for the preview. */
export async function languagesToTell({ schoolId }: SchoolScope, caseId: number) {
  return selectRows(
    { language: text('s.language'), people: number('COUNT(*)'), withMail: number('COUNT(s.email)') },
    `FROM breach_people p JOIN students s ON s.id = p.student_id
     WHERE p.school_id = :schoolId AND p.case_id = :caseId AND p.told_at IS NULL GROUP BY s.language ORDER BY ${languageOrder('s.language')}`,
    { schoolId, caseId },
  )
}

export function findTexts({ schoolId }: Pick<SchoolScope, 'schoolId'>, caseId: number) {
  const fromClause = 'FROM breach_texts x WHERE x.school_id = :schoolId AND x.case_id = :caseId'
  return selectRow(textColumns, fromClause, { schoolId, caseId })
}

/**
 * Runs in the caller's transaction on sending: records the time and sender of the first sending; more people may be
 * found and notified later.
 */
export async function markSent(scope: SchoolScope, caseId: number): Promise<void> {
  await execute(
    `UPDATE breach_cases SET sent_by_name = IF(sent_at IS NULL, :name, sent_by_name), sent_at = COALESCE(sent_at, UTC_TIMESTAMP(3)),
        version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :caseId`,
    { schoolId: scope.schoolId, caseId, name: scope.actor.name },
  )
}

/** Lists all staff, also deactivated, for the choice of the account that may have been misused. */
export function staffChoices({ schoolId }: SchoolScope) {
  return selectRows(
    { publicId: text('u.public_id'), name: text('u.name') },
    'FROM staff_users u WHERE u.school_id = :schoolId ORDER BY u.name, u.id',
    { schoolId },
  )
}
