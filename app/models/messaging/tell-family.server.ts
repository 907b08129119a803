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
import type { Language } from '~/language/language'
import { languages } from '~/language/language'
import { toldGuardian, toldSql } from '~/models/guardians/told.server'
import { enqueueMessage } from '~/models/message-setup/message-queue.server'
import { groupBy } from '~/models/shared/group-by'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import type { Facts } from './facts'
import { findEventRules, isTold } from './message-rules.server'
import { automaticEvents, type FamilyChannel, type GivenValue, type MessageEvent, urgentEvents } from './options'
import { noPreference, type Preference, preferenceOf } from './preference-rules'
import { withoutClassWord } from './template-rules'

/** As in `Facts`; a value that depends on who reads is given by the reader. */
type Value = Facts[string] | ((recipient: Recipient) => string)
export type GivenValues = Readonly<Record<string, Value>>

export type Telling<Event extends MessageEvent = MessageEvent> = {
  event: Event
  studentId: number
  values: Record<GivenValue<Event>, Value>
  /** What is told of is told once: `absent:2026-07-12:<student>`. At most 100 letters of ASCII. */
  onceKey: string
  /** The one guardian who is told, by id; the whole family where it is not given. */
  only?: number
  /** In quiet hours too, and whatever a guardian has switched off. */
  urgent?: boolean
}

/** SQL: an address, unless mails to it come back. */
const deliverable = (address: string) =>
  `IF(EXISTS (SELECT 1 FROM mail_addresses b WHERE b.school_id = s.school_id AND b.to_address = ${address} AND b.bounced_at IS NOT NULL), NULL, ${address})`

/** What is known of a student `s` whose family is told. */
export const familyFacts = {
  studentId: number('s.id'),
  firstName: text('s.first_name'),
  className: textOrNull(
    "(SELECT CONCAT(c.name, '-', t.name) FROM enrollments e JOIN academic_sessions y ON y.id = e.academic_session_id AND y.is_current = 1 JOIN classes c ON c.id = e.class_id JOIN sections t ON t.id = e.section_id WHERE e.school_id = s.school_id AND e.student_id = s.id AND e.status = 'studying' LIMIT 1)",
  ),
  ownLanguage: wordOf<Language>('s.language'),
  schoolName: text('(SELECT c.name FROM schools c WHERE c.id = s.school_id)'),
  /** A guardian is entered whom no student of 18 has shut out: then the student's own number is none of a family's. */
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

const told = {
  ...toldGuardian,
  studentId: number('k.student_id'),
  email: textOrNull(deliverable(toldGuardian.email.sql)),
  /** Said no to WhatsApp, or took a yes back: another guardian's yes is none for this phone. */
  refusesWhatsapp: flag(
    `COALESCE((SELECT d.decision <> 'given' FROM consent_decisions d WHERE d.school_id = k.school_id AND d.student_id = k.student_id
       AND d.guardian_id = g.id AND d.purpose = 'whatsapp' AND d.decision <> 'read' ORDER BY d.decided_at DESC, d.id DESC LIMIT 1), 0)`,
  ),
  firstChannel: wordOf<FamilyChannel | null>('p.first_channel'),
  muted: text("COALESCE(p.muted, '')"),
}

export type Recipient = {
  /** Null: the student's own number and address, where no guardian is entered. */
  guardianId: number | null
  name: string
  mobileNumber: string | null
  email: string | null
  language: Language
  /** Signs in as a guardian. */
  hasAccount: boolean
  refusesWhatsapp: boolean
  preference: Preference
}

type Family = { recipients: readonly Recipient[]; facts: { student: string; class: string; school: string } }

/**
 * Who is told of each of these students by this event, how they want to be told, and what of the student may stand in a message. Where two share a
 * number or an address, the first of them who wants to be told has it: nobody gets the same twice.
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
      : await selectRows(told, toldSql('IN (:studentIds)', preferred), { schoolId, studentIds })
  const guardiansOf = groupBy(rows, ({ studentId }) => studentId)
  return new Map(
    students.map(({ studentId, firstName, className, schoolName, hasGuardian, ownMobile, ownEmail, ownLanguage }) => {
      const facts = { student: firstName, class: withoutClassWord(className ?? '-'), school: schoolName }
      const guardians = (guardiansOf.get(studentId) ?? []).map(
        ({ id, firstChannel, muted, ...guardian }): Recipient => ({
          ...{ guardianId: id, name: guardian.name, mobileNumber: guardian.mobileNumber },
          ...{ email: guardian.email, language: guardian.language, hasAccount: guardian.hasAccount },
          refusesWhatsapp: guardian.refusesWhatsapp,
          preference: preferenceOf({ firstChannel, muted }),
        }),
      )
      const own = {
        guardianId: null,
        name: firstName,
        mobileNumber: ownMobile,
        email: ownEmail,
        language: ownLanguage,
        ...{ hasAccount: false, refusesWhatsapp: false },
      }
      const recipients =
        guardians.length === 0 && !hasGuardian ? [{ ...own, preference: noPreference }] : sharedOnce(guardians, event)
      return [studentId, { recipients, facts }]
    }),
  )
}

function sharedOnce(guardians: readonly Recipient[], event: MessageEvent): readonly Recipient[] {
  // An invitation is each one's own, also where two have one phone.
  if (event === 'invitation') return guardians
  const taken = new Set<string>()
  return guardians.flatMap((guardian) => {
    const { mobileNumber, email } = guardian
    const free = (contact: string | null) => (contact !== null && taken.has(contact) ? null : contact)
    const own = { mobileNumber: free(mobileNumber), email: free(email) }
    const isReached = own.mobileNumber !== null || own.email !== null
    // Who has nothing at all stands at the office as not reached.
    if (!isReached && (mobileNumber !== null || email !== null)) return []
    if (!guardian.preference.muted.includes(event)) for (const one of [mobileNumber, email]) if (one) taken.add(one)
    return [{ ...guardian, ...own }]
  })
}

/** The same of one student; null where the student is gone: only of a data breach are families told who left. */
export async function findFamily(scope: SchoolScope, studentId: number, event: MessageEvent): Promise<Family | null> {
  const student = await selectRow(
    familyFacts,
    "FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId AND (s.status = 'active' OR :event = 'breach')",
    { schoolId: scope.schoolId, studentId, event },
  )
  return (student && (await findFamilies(scope, [student], event)).get(studentId)) ?? null
}

/** Values as they are for this recipient. */
export const factsFor = (values: GivenValues, recipient: Recipient): Facts =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'function' ? value(recipient) : value]),
  )

/** The key's end of a message that nobody was told by. */
const nobody = 'none'
export const isToNobody = (onceKey: string) => onceKey.endsWith(`:${nobody}`)
/** SQL: the same of the message `row`. */
export const isToNobodySql = (row: string) => `RIGHT(${row}.once_key, ${nobody.length}) = '${nobody}'`

/**
 * A step of a change: tells the student's family of it, each guardian who is to be told by an own message, which the worker sends. What is
 * told by itself is told only where the school has ticked it; of a child with guardians of whom none is told it then stands once that nobody was.
 * The same `onceKey` tells nobody twice.
 * @returns how many were not told of it before
 */
export async function tellFamily<Event extends MessageEvent>(
  actor: SchoolScope | StudentScope,
  { event, studentId, values, onceKey, only, urgent = urgentEvents.includes(event) }: Telling<Event>,
): Promise<number> {
  requireTransaction()
  // Whose family it is, the caller's scope has decided.
  const scope = actor as SchoolScope
  const isAutomatic = (automaticEvents as readonly MessageEvent[]).includes(event)
  if (isAutomatic && !isTold(await findEventRules(scope), event)) return 0
  const found = await findFamily(scope, studentId, event)
  if (!found) return 0
  const recipients = found.recipients.filter(({ guardianId }) => only === undefined || guardianId === only)
  const keys = recipients.map(({ guardianId }) => `${onceKey}:${guardianId ?? 'own'}`)
  const { schoolId } = scope
  const row = { schoolId, studentId, event, urgent }
  if (keys.length === 0) {
    const none = {
      key: `${onceKey}:${nobody}`,
      guardianId: null,
      name: 'Nobody',
      language: 'en',
      facts: found.facts,
    } as const
    // What somebody presses says so before.
    if (isAutomatic) await write({ ...row, ...none, state: 'skipped', reason: 'No guardian of this student is told' })
    return 0
  }
  const there = await selectRows(
    { key: text('m.once_key') },
    'FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.once_key IN (:keys)',
    {
      schoolId,
      keys,
    },
  )
  const known = new Set(there.map(({ key }) => key))
  let told = 0
  for (const [index, recipient] of recipients.entries()) {
    const { guardianId, name, language } = recipient
    const key = keys[index] ?? ''
    if (known.has(key)) continue
    const spoken = languages.includes(language) ? language : 'en'
    const facts = { ...found.facts, ...factsFor(values, recipient) }
    const to = { key, guardianId, name, language: spoken, facts }
    const publicId = await write({ ...row, ...to, state: 'waiting', reason: null })
    // Of the slower of two at once there is no row of this id: its job finds nothing to do.
    await enqueueMessage(schoolId, { publicId, event: row.event })
    told += 1
  }
  return told
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
  facts: Facts
  state: 'waiting' | 'skipped'
  reason: string | null
}

/** Answers the public id that it has, unless one of this key was there. */
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
