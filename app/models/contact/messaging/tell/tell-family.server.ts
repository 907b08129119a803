import {
  execute,
  flag,
  number,
  requireTransaction,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import { isLanguage, type Language } from '~/language/language'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import { groupBy } from '~/models/core/shared/group-by'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import { notifiedGuardian, notifiedSql } from '~/models/people/guardians/told.server'
import { findEventRules, isTold } from '../message-rules.server'
import { automaticEvents, type CallerValue, type FamilyChannel, type MessageEvent, urgentEvents } from '../options'
import { noPreference, type Preference, preferenceOf } from '../preference-rules'
import type { MessageFacts } from '../send/facts'
import { withoutClassWord } from '../template-rules'

type Value = MessageFacts[string] | ((recipient: Recipient) => string)
export type MessageValues = Readonly<Record<string, Value>>

export type Telling<Event extends MessageEvent = MessageEvent> = {
  event: Event
  studentId: number
  values: Record<CallerValue<Event>, Value>
  /** Prevents repeated messages about the same matter: `absent:2026-07-12:<student>`. At most 100 ASCII characters. */
  onceKey: string
  /** Id of the one guardian to notify; by default the whole family. */
  only?: number
  /** Ignores quiet hours and switched-off events. */
  urgent?: boolean
}

/** SQL: an address, or NULL if mails to it bounce. */
const deliverable = (address: string) =>
  `IF(EXISTS (SELECT 1 FROM mail_addresses b WHERE b.school_id = s.school_id AND b.to_address = ${address} AND b.bounced_at IS NOT NULL), NULL, ${address})`

/** Data of a student `s` whose family is notified. */
export const familyFacts = {
  studentId: number('s.id'),
  firstName: text('s.first_name'),
  className: textOrNull(
    "(SELECT CONCAT(c.name, '-', t.name) FROM enrollments e JOIN academic_sessions y ON y.id = e.academic_session_id AND y.is_current = 1 JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id WHERE e.school_id = s.school_id AND e.student_id = s.id AND e.status = 'studying' LIMIT 1)",
  ),
  ownLanguage: wordOf<Language>('s.language'),
  schoolName: text('(SELECT c.name FROM schools c WHERE c.id = s.school_id)'),
  /**
   * True when a guardian exists who is not blocked by an adult student: then no message goes to the student's own
   * number.
   */
  hasGuardian: flag(
    'EXISTS (SELECT 1 FROM guardian_links k WHERE k.school_id = s.school_id AND k.student_id = s.id AND k.shut_out_at IS NULL)',
  ),
  ownMobile: textOrNull("NULLIF(s.mobile_number, '')"),
  ownEmail: textOrNull(deliverable("NULLIF(s.email, '')")),
}

export type FamilyFacts = {
  studentId: number
  firstName: string
  className: string | null
  ownLanguage: Language
  schoolName: string
  hasGuardian: boolean
  ownMobile: string | null
  ownEmail: string | null
}

const notifiedColumns = {
  ...notifiedGuardian,
  studentId: number('k.student_id'),
  email: textOrNull(deliverable(notifiedGuardian.email.sql)),
  /**
   * True when the guardian refused or withdrew consent to WhatsApp: another guardian's consent does not cover this
   * phone.
   */
  refusesWhatsapp: flag(
    `COALESCE((SELECT d.decision <> 'given' FROM consent_decisions d WHERE d.school_id = k.school_id AND d.student_id = k.student_id
       AND d.guardian_id = g.id AND d.purpose = 'whatsapp' AND d.decision <> 'read' ORDER BY d.decided_at DESC, d.id DESC LIMIT 1), 0)`,
  ),
  firstChannel: wordOf<FamilyChannel | null>('p.first_channel'),
  muted: text("COALESCE(p.muted, '')"),
}

export type Recipient = {
  /** Null for the student's own number and address, if no guardian is entered. */
  guardianId: number | null
  name: string
  mobileNumber: string | null
  email: string | null
  language: Language
  /** Has activated a guardian account. */
  hasAccount: boolean
  refusesWhatsapp: boolean
  preference: Preference
}

type Family = { recipients: readonly Recipient[]; facts: { student: string; class: string; school: string } }

/**
 * Recipients of this event for each of these students, with their preferences, and the student's data for a message. If
 * two guardians share a number or address, only the first one who accepts the event is reached there.
 */
export async function findFamilies(
  { schoolId }: SchoolScope,
  students: readonly FamilyFacts[],
  event: MessageEvent,
): Promise<Map<number, Family>> {
  const studentIds = students.map(({ studentId }) => studentId)
  const preferred = 'LEFT JOIN message_preferences p ON p.school_id = g.school_id AND p.guardian_id = g.id'
  const rows =
    studentIds.length === 0
      ? []
      : await selectRows(notifiedColumns, notifiedSql('IN (:studentIds)', preferred), { schoolId, studentIds })
  const guardiansOf = groupBy(rows, ({ studentId }) => studentId)
  return new Map(
    students.map(({ studentId, firstName, className, schoolName, hasGuardian, ownMobile, ownEmail, ownLanguage }) => {
      const facts = { student: firstName, class: withoutClassWord(className ?? '-'), school: schoolName }
      const guardians = (guardiansOf.get(studentId) ?? []).map(
        ({ id, firstChannel, muted, ...guardian }): Recipient => ({
          guardianId: id,
          name: guardian.name,
          mobileNumber: guardian.mobileNumber,
          email: guardian.email,
          language: guardian.language,
          hasAccount: guardian.hasAccount,
          refusesWhatsapp: guardian.refusesWhatsapp,
          preference: preferenceOf({ firstChannel, muted }),
        }),
      )
      const ownRecipient = {
        guardianId: null,
        name: firstName,
        mobileNumber: ownMobile,
        email: ownEmail,
        language: ownLanguage,
        hasAccount: false,
        refusesWhatsapp: false,
      }
      const recipients =
        guardians.length === 0 && !hasGuardian
          ? [{ ...ownRecipient, preference: noPreference }]
          : sharedOnce(guardians, event)
      return [studentId, { recipients, facts }]
    }),
  )
}

function sharedOnce(guardians: readonly Recipient[], event: MessageEvent): readonly Recipient[] {
  // An invitation is personal, even if two guardians share a phone.
  if (event === 'invitation') return guardians
  const usedContacts = new Set<string>()
  return guardians.flatMap((guardian) => {
    const { mobileNumber, email } = guardian
    const free = (contact: string | null) => (contact !== null && usedContacts.has(contact) ? null : contact)
    const freeContacts = { mobileNumber: free(mobileNumber), email: free(email) }
    const isReached = freeContacts.mobileNumber !== null || freeContacts.email !== null
    // A guardian without any contact stays in the list, so that the office sees them as not reached.
    if (!isReached && (mobileNumber !== null || email !== null)) return []
    if (!guardian.preference.muted.includes(event))
      for (const one of [mobileNumber, email]) if (one) usedContacts.add(one)
    return [{ ...guardian, ...freeContacts }]
  })
}

/**
 * Family of one student; null if the student is not active or does not exist. Families of former students are notified
 * only of a data breach.
 */
export async function findFamily(scope: SchoolScope, studentId: number, event: MessageEvent): Promise<Family | null> {
  const student = await selectRow(
    familyFacts,
    "FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId AND (s.status = 'active' OR :event = 'breach')",
    { schoolId: scope.schoolId, studentId, event },
  )
  return (student && (await findFamilies(scope, [student], event)).get(studentId)) ?? null
}

export const factsFor = (values: MessageValues, recipient: Recipient): MessageFacts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'function' ? value(recipient) : value]),
  )

/** Suffix of the once key of a record without recipients. */
const nobody = 'none'
export const hasNoRecipient = (onceKey: string) => onceKey.endsWith(`:${nobody}`)
/** SQL condition like `hasNoRecipient`, for the message `row`. */
export const isToNobodySql = (row: string) => `RIGHT(${row}.once_key, ${nobody.length}) = '${nobody}'`

/**
 * Runs in the caller's transaction: notifies the student's family of a change, with one message per entitled guardian,
 * which the worker sends. Automatic events are sent only if the school has selected them; if no guardian is entitled,
 * it stores one skipped message. Repeating an `onceKey` sends nothing.
 * @returns number of new messages
 */
export async function notifyFamily<Event extends MessageEvent>(
  actor: SchoolScope | StudentScope,
  { event, studentId, values, onceKey, only, urgent = urgentEvents.includes(event) }: Telling<Event>,
): Promise<number> {
  requireTransaction()
  // The cast is safe: the calls below need only the school, and the caller's scope has already determined the family.
  const scope = actor as SchoolScope
  const isAutomatic = (automaticEvents as readonly MessageEvent[]).includes(event)
  if (isAutomatic && !isTold(await findEventRules(scope), event)) return 0
  const family = await findFamily(scope, studentId, event)
  if (!family) return 0
  const recipients = family.recipients.filter(({ guardianId }) => only === undefined || guardianId === only)
  const keys = recipients.map(({ guardianId }) => `${onceKey}:${guardianId ?? 'own'}`)
  const { schoolId } = scope
  const row = { schoolId, studentId, event, urgent }
  if (keys.length === 0) {
    const none = {
      key: `${onceKey}:${nobody}`,
      guardianId: null,
      name: 'No one',
      language: 'en',
      facts: family.facts,
    } as const
    // Only for automatic events: for the others, the page has already shown that no guardian receives messages.
    if (isAutomatic)
      await write({ ...row, ...none, state: 'skipped', reason: 'No guardian of this student receives messages' })
    return 0
  }
  const existingMessages = await selectRows(
    { key: text('m.once_key') },
    'FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.once_key IN (:keys)',
    { schoolId, keys },
  )
  const existingKeys = new Set(existingMessages.map(({ key }) => key))
  let messageCount = 0
  for (const [index, recipient] of recipients.entries()) {
    const { guardianId, name, language } = recipient
    const key = keys[index] ?? ''
    if (existingKeys.has(key)) continue
    const spoken = isLanguage(language) ? language : 'en'
    const facts = { ...family.facts, ...factsFor(values, recipient) }
    const to = { key, guardianId, name, language: spoken, facts }
    const publicId = await write({ ...row, ...to, state: 'waiting', reason: null })
    // Of two concurrent calls, the slower one writes no row; its job finds no message and does nothing.
    await enqueueMessage(schoolId, { publicId, event: row.event })
    messageCount += 1
  }
  return messageCount
}

type NewMessage = {
  schoolId: number
  studentId: number
  event: MessageEvent
  urgent: boolean
  key: string
  guardianId: number | null
  name: string
  language: Language
  facts: MessageFacts
  state: 'waiting' | 'skipped'
  reason: string | null
}

/** Stores the message and returns its new public id. If the once key exists, stores nothing, and the id is unused. */
async function write({ facts, ...message }: NewMessage): Promise<string> {
  const publicId = newPublicId()
  await execute(
    `INSERT INTO outgoing_messages (public_id, school_id, student_id, guardian_id, once_key, event, recipient_name, language, is_urgent, facts,
       state, reason, created_at, updated_at)
     VALUES (:publicId, :schoolId, :studentId, :guardianId, :key, :event, :name, :language, :urgent, :facts, :state, :reason, UTC_TIMESTAMP(3),
       UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE once_key = once_key`,
    { ...message, publicId, facts: JSON.stringify(facts) },
  )
  return publicId
}
