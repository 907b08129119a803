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
import { formatDay } from '~/models/shared/calendar'
import { groupBy } from '~/models/shared/group-by'
import { formatPaise } from '~/models/shared/money'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'
import { findEventRules, isTold } from './message-rules.server'
import { automaticEvents, type FamilyChannel, type GivenValue, type MessageEvent, urgentEvents } from './options'
import { noPreference, type Preference, preferenceOf } from './preference-rules'
import { enqueueMessage } from './templates.server'

/** `amount` in paise, `date` as `YYYY-MM-DD`; a value that depends on the language is given by it, one that depends on who reads by the reader. */
type Value = string | number | Record<Language, string> | ((recipient: Recipient) => string)
export type GivenValues = Readonly<Record<string, Value>>

export type Telling<Event extends MessageEvent = MessageEvent> = {
  event: Event
  studentId: number
  values: Record<GivenValue<Event>, Value>
  /** What is told of is told once: `absent:2026-07-12:<student>`. At most 100 letters of ASCII. */
  onceKey: string
  /** In quiet hours too, and whatever a guardian has switched off. */
  urgent?: boolean
}

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
  ownEmail: textOrNull("NULLIF(s.email, '')"),
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
  preference: Preference
}

type Family = { recipients: Recipient[]; facts: { student: string; class: string; school: string } }

/** Who is told of each of these students, how they want to be told, and what of the student may stand in a message. */
export async function findFamilies(
  { schoolId }: SchoolScope,
  students: readonly FamilyFacts[],
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
      const facts = { student: firstName, class: (className ?? '-').replace(/^class\s+/i, ''), school: schoolName }
      const guardians = (guardiansOf.get(studentId) ?? []).map(
        ({ id, firstChannel, muted, ...guardian }): Recipient => ({
          ...{ guardianId: id, name: guardian.name, mobileNumber: guardian.mobileNumber },
          ...{ email: guardian.email, language: guardian.language, hasAccount: guardian.hasAccount },
          preference: preferenceOf({ firstChannel, muted }),
        }),
      )
      const own = {
        guardianId: null,
        name: firstName,
        mobileNumber: ownMobile,
        email: ownEmail,
        language: ownLanguage,
        hasAccount: false,
      }
      const recipients = guardians.length === 0 && !hasGuardian ? [{ ...own, preference: noPreference }] : guardians
      return [studentId, { recipients, facts }]
    }),
  )
}

/** The same of one student; null where the student is gone. */
export async function findFamily(scope: SchoolScope, studentId: number): Promise<Family | null> {
  const student = await selectRow(
    familyFacts,
    "FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId AND s.status = 'active'",
    { schoolId: scope.schoolId, studentId },
  )
  return (student && (await findFamilies(scope, [student])).get(studentId)) ?? null
}

/** Values as they stand in a text to this recipient. */
export function inWords(values: GivenValues, language: Language, recipient: Recipient): Record<string, string> {
  const said = Object.entries(values).map(([name, value]) => {
    if (typeof value === 'function') return [name, value(recipient)]
    if (typeof value === 'object') return [name, value[language]]
    if (name === 'amount') return [name, formatPaise(Number(value), { style: 'short' }).replace('₹', '')]
    return [name, name === 'date' ? formatDay(String(value), language) : String(value)]
  })
  return Object.fromEntries(said)
}

/**
 * A step of a change: tells the student's family of it, each guardian who is to be told by an own message, which the worker sends. What is
 * told by itself is told only where the school has ticked it. The same `onceKey` tells nobody twice.
 * @returns how many were not told of it before
 */
export async function tellFamily<Event extends MessageEvent>(
  actor: SchoolScope | StudentScope,
  { event, studentId, values, onceKey, urgent = urgentEvents.includes(event) }: Telling<Event>,
): Promise<number> {
  requireTransaction()
  // Whose family it is, the caller's scope has decided.
  const scope = actor as SchoolScope
  const isAutomatic = (automaticEvents as readonly MessageEvent[]).includes(event)
  if (isAutomatic && !isTold(await findEventRules(scope), event)) return 0
  const found = await findFamily(scope, studentId)
  if (!found) return 0
  const keys = found.recipients.map(({ guardianId }) => `${onceKey}:${guardianId ?? 'own'}`)
  if (keys.length === 0) return 0
  const { schoolId } = scope
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
  for (const [index, recipient] of found.recipients.entries()) {
    const { guardianId, name, language } = recipient
    const key = keys[index] ?? ''
    if (known.has(key)) continue
    const publicId = newPublicId()
    const spoken = languages.includes(language) ? language : 'en'
    await execute(
      `INSERT INTO outgoing_messages (public_id, school_id, student_id, guardian_id, once_key, event, recipient_name, language, is_urgent, facts,
         state, created_at, updated_at)
       VALUES (:publicId, :schoolId, :studentId, :guardianId, :key, :event, :name, :language, :urgent, :facts, 'waiting', UTC_TIMESTAMP(3),
         UTC_TIMESTAMP(3))
       ON DUPLICATE KEY UPDATE once_key = once_key`,
      {
        ...{ publicId, schoolId, studentId, guardianId, key, event, name, language: spoken, urgent },
        facts: JSON.stringify({ ...found.facts, ...inWords(values, spoken, recipient) }),
      },
    )
    // Of the slower of two at once there is no row of this id: its job finds nothing to do.
    await enqueueMessage(schoolId, publicId)
    told += 1
  }
  return told
}
