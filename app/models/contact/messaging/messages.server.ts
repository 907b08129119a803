import {
  execute,
  flag,
  inParts,
  inTransaction,
  number,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { enqueueMessage, releaseHeld } from '~/models/contact/message-setup/message-queue.server'
import { findMessageSettings } from '~/models/contact/message-setup/message-rules.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { todayInIndia } from '~/models/core/shared/calendar'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { studentColumns } from '~/models/people/students/describe/student-columns.server'
import { matchStudents } from '~/models/people/students/match-students.server'
import type { FamilyChannel, MessageEvent, MessageState } from './options'
import { quietHours } from './send/sending-rules'
import { findSpent } from './send/spent.server'
import { MessageAttempt, OutgoingMessage } from './tables.server'
import { isTooLate, isTooLateSql, tooLateReason } from './tell/still-true.server'
import { hasNoRecipient } from './tell/tell-family.server'

/** Month in India of an instant, for filtering and counting. */
const monthSql = (column: string) => `DATE_FORMAT(${column} + INTERVAL 330 MINUTE, '%Y-%m')`

const messages = plainList({
  columns: {
    ...columnsOf(
      OutgoingMessage,
      'm',
      'publicId',
      'event',
      'recipientName',
      'language',
      'channel',
      'state',
      'reason',
      'createdAt',
    ),
    ...studentColumns,
    studentPublicId: text('s.public_id'),
    toAddress: textOrNull(
      '(SELECT a.to_address FROM message_attempts a WHERE a.school_id = m.school_id AND a.message_id = m.id ORDER BY a.id DESC LIMIT 1)',
    ),
    costPaise: number(
      '(SELECT COALESCE(SUM(a.cost_paise), 0) FROM message_attempts a WHERE a.school_id = m.school_id AND a.message_id = m.id)',
    ),
  },
  // LEFT JOIN, though each message has a student: makes the database start with the newest messages instead of all
  // students.
  from: 'outgoing_messages m LEFT JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id',
  counted: 'outgoing_messages m',
  always: 'm.school_id = :schoolId',
  search: ['m.recipient_name', "COALESCE(m.reason, '')"],
  // Students first: there are ten times as many messages.
  matches: (typed) => {
    const { sql, values } = matchStudents('s')(typed)
    return { sql: `m.student_id IN (SELECT s.id FROM students s WHERE s.school_id = :schoolId AND ${sql})`, values }
  },
  filters: {
    state: 'm.state = :state',
    event: 'm.event = :event',
    channel: 'm.channel = :channel',
    month: `${monthSql('m.created_at')} = :month`,
    student: 'm.student_id = (SELECT s.id FROM students s WHERE s.school_id = :schoolId AND s.public_id = :student)',
  },
  orders: { written: ['-m.id'], student: ['s.last_name', 's.first_name'], state: 'm.state' },
  last: '-m.id',
})

/** Messages to families, the newest first. */
export const { list: listMessages } = messages

const whole = {
  ...columnsOf(
    OutgoingMessage,
    'm',
    'id',
    'publicId',
    'onceKey',
    'event',
    'recipientName',
    'language',
    'channel',
    'state',
    'reason',
    'createdAt',
  ),
  studentName: text("CONCAT(s.first_name, ' ', s.last_name)"),
  studentPublicId: text('s.public_id'),
  isTooLate: flag(isTooLateSql),
}

/** One message with all its attempts, or null. */
export async function findMessage({ schoolId }: SchoolScope, publicId: string) {
  const message = await selectRow(
    whole,
    `FROM outgoing_messages m JOIN students s ON s.school_id = m.school_id AND s.id = m.student_id
     WHERE m.school_id = :schoolId AND m.public_id = :publicId`,
    { schoolId, publicId },
  )
  if (!message) return null
  const attempts = await selectRows(
    columnsOf(
      MessageAttempt,
      'a',
      'publicId',
      'channel',
      'toAddress',
      'body',
      'parts',
      'costPaise',
      'state',
      'reason',
      'askedAt',
      'reportedAt',
    ),
    'FROM message_attempts a WHERE a.school_id = :schoolId AND a.message_id = :id ORDER BY a.id',
    { schoolId, id: message.id },
  )
  return { ...message, attempts }
}

/**
 * Returns true when the office may retry the message: not in progress or delivered, and not the record of a missing
 * recipient.
 */
export const isRetried = ({ state, onceKey }: { state: MessageState; onceKey: string }) =>
  ['failed', 'skipped', 'held'].includes(state) && !hasNoRecipient(onceKey)

/**
 * Retries a message that was not sent or not delivered, on every channel. Refuses `not-found`, `not-open` if it is in
 * progress or delivered, and `too-late` after the hours of its event.
 */
export function retryMessage(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'not-open' | 'too-late'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const message = await lockThing(OutgoingMessage, scope, publicId)
    if (!message) return refused('not-found')
    if (!isRetried(message)) return refused('not-open')
    if (isTooLate(message, new Date())) return refused('too-late')
    await beginAnew(scope, message)
    await recordAudit(scope, { action: 'message.retried', subject: { kind: 'student', id: message.studentId } })
    await enqueueMessage(schoolId, message)
    return done()
  })
}

/**
 * A step: sends failed or skipped messages (public ids) again on every channel, as if written now; leaves messages that
 * are delivered or in progress.
 */
export async function tellAgain(scope: SchoolScope, publicIds: readonly string[]): Promise<void> {
  for (const publicId of publicIds) {
    const message = await lockThing(OutgoingMessage, scope, publicId)
    if (message?.state !== 'failed' && message?.state !== 'skipped') continue
    await OutgoingMessage.update({ createdAt: new Date() }, { where: { id: message.id } })
    await beginAnew(scope, message)
    await enqueueMessage(scope.schoolId, message)
  }
}

/** Resets messages for a retry. Charges stay; channels are tried again in their order. */
async function beginAnew({ schoolId }: SchoolScope, ...messages: { id: number }[]): Promise<void> {
  const of = { schoolId, ids: messages.map(({ id }) => id) }
  await execute(
    "UPDATE outgoing_messages SET state = 'waiting', reason = NULL, retried_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND id IN (:ids)",
    of,
  )
}

/**
 * The office has asked the provider, or the family, whether an unsure message arrived. An unsent one is sent, or fails
 * after the hours of its event. Refuses `not-found` and `not-unsure`.
 */
export function settleUnsure(
  scope: SchoolScope,
  publicId: string,
  wasSent: boolean,
): Promise<Outcome<undefined, 'not-found' | 'not-unsure'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const message = await lockThing(OutgoingMessage, scope, publicId)
    if (!message) return refused('not-found')
    if (message.state !== 'unsure') return refused('not-unsure')
    if (wasSent) {
      await settleAttempts(scope, [message], true)
      await OutgoingMessage.update({ state: 'sent', reason: null }, { where: { schoolId, id: message.id } })
    } else await sendAgain(scope, [{ ...message, isTooLate: isTooLate(message, new Date()) }])
    const details = { wasSent }
    await recordAudit(scope, {
      action: 'message.settled',
      subject: { kind: 'student', id: message.studentId },
      details,
    })
    return done()
  })
}

/**
 * Sends all unsure messages again after an outage of the provider; those past the hours of their event fail. Returns
 * the number of each.
 */
export function sendUnsure(scope: SchoolScope): Promise<{ again: number; late: number }> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const unsure = await selectRows(
      { ...columnsOf(OutgoingMessage, 'm', 'id', 'publicId', 'event'), isTooLate: flag(isTooLateSql) },
      "FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.state = 'unsure' ORDER BY m.id FOR UPDATE",
      { schoolId },
    )
    for (const part of inParts(unsure)) await sendAgain(scope, part)
    const late = unsure.filter((message) => message.isTooLate).length
    const again = unsure.length - late
    const details = { messages: again, late }
    await recordAudit(scope, { action: 'messages.sent-again', subject: { kind: 'school', id: schoolId }, details })
    return { again, late }
  })
}

type Unsure = { id: number; publicId: string; event: MessageEvent; isTooLate: boolean }

/** A step: treats unsure messages as not sent and free of charge, and sends them unless it is too late. */
async function sendAgain(scope: SchoolScope, messages: readonly Unsure[]): Promise<void> {
  const { schoolId } = scope
  await settleAttempts(scope, messages, false)
  const late = messages.filter((message) => message.isTooLate)
  if (late.length > 0) {
    const ids = late.map(({ id }) => id)
    await OutgoingMessage.update({ state: 'failed', reason: tooLateReason }, { where: { schoolId, id: ids } })
  }
  const again = messages.filter((message) => !message.isTooLate)
  if (again.length > 0) await beginAnew(scope, ...again)
  for (const message of again) await enqueueMessage(schoolId, message)
}

async function settleAttempts(
  { schoolId }: SchoolScope,
  messages: readonly { id: number }[],
  wasSent: boolean,
): Promise<void> {
  await execute(
    `UPDATE message_attempts SET state = :state, cost_paise = IF(:wasSent, cost_paise, 0) WHERE school_id = :schoolId AND message_id IN (:ids) AND state = 'unsure'`,
    { schoolId, ids: messages.map(({ id }) => id), state: wasSent ? 'sent' : 'failed', wasSent },
  )
}

/** Checks all held messages again. */
export function sendHeld(scope: SchoolScope): Promise<number> {
  return inTransaction(async () => {
    const released = await releaseHeld(scope)
    const details = { messages: released }
    await recordAudit(scope, { action: 'messages.released', subject: { kind: 'school', id: scope.schoolId }, details })
    return released
  })
}

const counted = {
  channel: { sql: 'a.channel', read: (stored: unknown) => stored as FamilyChannel },
  event: { sql: 'm.event', read: (stored: unknown) => stored as MessageEvent },
  sent: number("SUM(a.state IN ('sent','delivered','read'))"),
  delivered: number("SUM(a.state IN ('delivered','read'))"),
  failed: number("SUM(a.state = 'failed')"),
  parts: number('SUM(a.parts)'),
  costPaise: number('SUM(a.cost_paise)'),
}

/** Messages of a month (`2026-07`) by channel and event, with their cost in paise. */
export function countMessages({ schoolId }: SchoolScope, month: string) {
  return selectRows(
    counted,
    `FROM message_attempts a JOIN outgoing_messages m ON m.school_id = a.school_id AND m.id = a.message_id
     WHERE a.school_id = :schoolId AND ${monthSql('a.asked_at')} = :month GROUP BY a.channel, m.event ORDER BY a.channel, m.event`,
    { schoolId, month },
  )
}

const waiting = { reason: text("COALESCE(m.reason, '')"), messages: number('COUNT(*)') }

/**
 * Messages that await the office: numbers of held ones by reason, except quiet hours, and of unsure ones; `late` of
 * these can no longer be sent.
 */
export async function findTroubles({ schoolId }: SchoolScope) {
  const held = await selectRows(
    waiting,
    "FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.state = 'held' AND COALESCE(m.reason, '') <> :quietHours GROUP BY m.reason ORDER BY COUNT(*) DESC, m.reason",
    { schoolId, quietHours },
  )
  const unsure = await selectRow(
    { messages: number('COUNT(*)'), late: number(`COALESCE(SUM(${isTooLateSql}), 0)`) },
    "FROM outgoing_messages m WHERE m.school_id = :schoolId AND m.state = 'unsure'",
    { schoolId },
  )
  return { held, unsure: unsure?.messages ?? 0, late: unsure?.late ?? 0 }
}

/** Remaining budget of this month, in paise. */
export async function findBudget(scope: SchoolScope, now = new Date()) {
  const { monthlyBudgetPaise } = await findMessageSettings(scope)
  const { paise: spent } = await findSpent(scope, now)
  return {
    monthlyBudgetPaise,
    spent,
    left: Math.max(0, monthlyBudgetPaise - spent),
    month: todayInIndia(now).slice(0, 7),
  }
}
