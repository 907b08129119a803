import { execute, inTransaction, number, selectRow, selectRows, text, wordOf } from '~/database/database.server'
import { isConsented } from '~/models/consents/consents.server'
import { findMessenger } from '~/models/message-setup/message-keys.server'
import { enqueueMessage } from '~/models/message-setup/message-queue.server'
import { findMessageSettings, noteRefusal } from '~/models/message-setup/message-rules.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { todayInIndia } from '~/models/shared/calendar'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf, lockThing } from '~/models/shared/table.server'
import type { Channel, SendFailure, TextMessage } from '~/services/messages/port'
import { eventSubject } from './event-words'
import { findEventRules } from './message-rules.server'
import { bulkEvents, channelNames, eventHours, type FamilyChannel, type MessageState, urgentEvents } from './options'
import { noPreference } from './preference-rules'
import { channelOrder, quietHours, quietSeconds } from './sending-rules'
import { isStillTrue } from './still-true.server'
import { MessageAttempt, OutgoingMessage } from './tables.server'
import { findFamily, type Recipient } from './tell-family.server'
import { listRegistered, type RegisteredTemplate } from './templates.server'
import { chargeOf, fillWith, type Way, wayThrough } from './ways'

/** A provider answers within this, or does not: what is still open then was left by a worker that ended. */
const openSeconds = 120
/** What was asked of a provider that cannot be reached is left to the office after so long. */
const giveUpHours = 24
/** When what is held is looked at again by itself. */
const heldSeconds = 3600
/** Why a message goes on to another channel that a provider had accepted. */
const notReported = 'No report of the provider'

type Message = NonNullable<Awaited<ReturnType<typeof lockMessage>>>
type Attempt = Awaited<ReturnType<typeof listAttempts>>[number]

type Next =
  | { do: 'nothing' }
  | { do: 'send'; channel: Channel; message: TextMessage; attempt: string }
  | { do: 'find'; channel: Channel; attempt: string; askedAt: Date; message: TextMessage }

/**
 * Sends one message, once: a step at a time, each written before the next is done. What a provider may have been given stands as `sending`
 * before it is asked; after a crash it is looked for by our reference, and where the provider cannot say, the office decides.
 */
export async function sendMessage(scope: SchoolScope, publicId: string, now = new Date()): Promise<void> {
  const next = await inTransaction(() => prepare(scope, publicId, now))
  if (next.do === 'nothing') return
  const messenger = await findMessenger(scope, next.channel)
  if (!messenger) {
    // The keys were taken away meanwhile. What had been asked before that may be with the provider; what had not is not.
    if (next.do === 'find')
      return inTransaction(() => stayUnsure(scope, publicId, next.attempt, next.askedAt, null, now))
    const gone = { ok: false, reason: 'limited', message: 'The channel is not set up any more' } as const
    return inTransaction(() => fail(scope, publicId, next.attempt, gone))
  }
  if (next.do === 'find') {
    const found = await messenger.find(next.attempt, next.askedAt)
    if (found.ok && found.found === 'sent') {
      return inTransaction(() => succeed(scope, publicId, next.attempt, { providerId: found.providerId }))
    }
    if (!found.ok || found.found === 'cannot-say') {
      return inTransaction(() => stayUnsure(scope, publicId, next.attempt, next.askedAt, found.ok ? null : found, now))
    }
    // Never given: the same may be sent, under the same reference.
    await MessageAttempt.update(
      { askedAt: new Date() },
      { where: { schoolId: scope.schoolId, publicId: next.attempt } },
    )
  }
  const result = await messenger.send(next.message)
  await inTransaction(() =>
    result.ok ? succeed(scope, publicId, next.attempt, result) : fail(scope, publicId, next.attempt, result),
  )
}

/** Its job was given up: what may have gone out the office settles, what did not it may have tried again. */
export function giveUpMessage(scope: SchoolScope, publicId: string): Promise<void> {
  return inTransaction(async () => {
    const message = await lockMessage(scope, publicId)
    const last = message && (await listAttempts(scope, message.id)).at(-1)
    const why = 'The worker ended while it was sent'
    if (message?.state === 'sending' && last?.state === 'sending') {
      await endAttempt(scope, last.publicId, 'unsure', why)
      await setState(scope, message.id, 'unsure', why)
    } else if (message?.state === 'waiting' || message?.state === 'held')
      await setState(scope, message.id, 'failed', why)
  })
}

function lockMessage(scope: SchoolScope, publicId: string) {
  return lockThing(OutgoingMessage, scope, publicId)
}

const attemptColumns = columnsOf(
  MessageAttempt,
  'a',
  'id',
  'publicId',
  'channel',
  'templateId',
  'toAddress',
  'body',
  'state',
  'reason',
  'askedAt',
  'sentAt',
  'providerId',
)

function listAttempts({ schoolId }: SchoolScope, messageId: number) {
  return selectRows(
    attemptColumns,
    'FROM message_attempts a WHERE a.school_id = :schoolId AND a.message_id = :messageId ORDER BY a.id',
    { schoolId, messageId },
  )
}

/** What is to be done with a message now, noted before it is done. */
async function prepare(scope: SchoolScope, publicId: string, now: Date): Promise<Next> {
  const nothing = { do: 'nothing' } as const
  const message = await lockMessage(scope, publicId)
  if (!message) return nothing
  let attempts = await listAttempts(scope, message.id)
  const last = attempts.at(-1)
  if (message.state === 'sending' && last) return resume(scope, message, last, now)
  const lost = message.state === 'sent' && last ? await lostAt(scope, message, last, now) : null
  if (lost !== null && last) {
    await endAttempt(scope, last.publicId, 'failed', lost)
    attempts = await listAttempts(scope, message.id)
  } else if (message.state !== 'waiting' && message.state !== 'held') return nothing

  const { rules, recipient, stop } = await mayGo(scope, message, now)
  if (stop) {
    // What went out and was never reported is not "not sent".
    await setState(scope, message.id, lost === null ? 'skipped' : 'failed', lost ?? stop)
    return nothing
  }
  const quiet = message.isUrgent ? 0 : quietSeconds(rules, now)
  if (quiet > 0) return hold(scope, message, quietHours, quiet)
  return choose(scope, message, { attempts, recipient, rules, now })
}

/** What a worker left open: too young to be left, or to be looked for. */
async function resume(scope: SchoolScope, message: Message, last: Attempt, now: Date): Promise<Next> {
  const age = (now.getTime() - last.askedAt.getTime()) / 1000
  if (age < openSeconds) {
    await enqueueMessage(scope.schoolId, message.publicId, Math.ceil(openSeconds - age))
    return { do: 'nothing' }
  }
  const templates = await listRegistered(scope, message.event)
  const template = templates.find(({ id }) => id === last.templateId)
  const channel = last.channel as Channel
  const { urls } = await findEventRules(scope)
  const filled = template && fillWith(template, message.facts, urls)
  if (!template || !filled?.ok) {
    await endAttempt(scope, last.publicId, 'unsure', 'The text was changed meanwhile')
    await setState(scope, message.id, 'unsure', 'The worker ended while it was sent')
    return { do: 'nothing' }
  }
  const text = textMessage(last.publicId, channel, last.toAddress, template, filled)
  return { do: 'find', channel, attempt: last.publicId, askedAt: last.askedAt, message: text }
}

/** How long a report is waited for before another channel is tried, in seconds. */
export async function reportSeconds(scope: SchoolScope, { event }: Pick<Message, 'event'>): Promise<number> {
  const { reportHours } = await findEventRules(scope)
  return Math.min(reportHours, eventHours[event] / 2) * 3600
}

/** Why what was sent counts as lost: no report came in time, or the mail did not go out or came back. Null where it does not, or not yet. */
async function lostAt(scope: SchoolScope, message: Message, last: Attempt, now: Date): Promise<string | null> {
  if (last.state !== 'sent' || last.sentAt === null) return null
  const waits = (await reportSeconds(scope, message)) - (now.getTime() - last.sentAt.getTime()) / 1000
  if (waits > 0) {
    await enqueueMessage(scope.schoolId, message.publicId, Math.ceil(waits))
    return null
  }
  if (last.channel !== 'mail') return notReported
  const returned = await selectRow(
    { id: number('o.id') },
    `FROM outgoing_mail o WHERE o.school_id = :schoolId AND o.id = :mailId AND (o.state IN ('failed','skipped') OR o.bounced_at IS NOT NULL)`,
    { schoolId: scope.schoolId, mailId: Number(last.providerId) },
  )
  return returned && 'The mail did not go out, or came back'
}

/** Whether it may still be told, and to whom: rights, numbers and wishes are as they are now, not as they were when it was written. */
async function mayGo(scope: SchoolScope, message: Message, now: Date) {
  const rules = await findMessageSettings(scope)
  const family = await findFamily(scope, message.studentId, message.event)
  // Of a guardian who was deleted, the id is gone; the student's own number was told nothing by that message.
  const isFor = ({ guardianId }: Recipient) =>
    message.onceKey.endsWith(':own') ? guardianId === null : guardianId !== null && guardianId === message.guardianId
  const recipient = family?.recipients.find(isFor) ?? null
  const { firstChannel, muted } = recipient?.preference ?? noPreference
  const isMuted = !urgentEvents.includes(message.event) && !message.isUrgent && muted.includes(message.event)
  const since = message.retriedAt ?? message.createdAt
  const isTooLate = now.getTime() - since.getTime() > eventHours[message.event] * 3_600_000
  const stop = !recipient
    ? 'Is not told of this student any more'
    : isMuted
      ? 'Does not want to be told of this'
      : isTooLate
        ? 'It was too late to tell'
        : (await isStillTrue(scope, message, now))
          ? null
          : 'It is not so any more'
  return { rules: { ...rules, firstChannel: firstChannel ?? rules.firstChannel }, recipient, stop }
}

type Choosing = {
  attempts: readonly Attempt[]
  recipient: Recipient | null
  rules: Awaited<ReturnType<typeof mayGo>>['rules']
  now: Date
}

/** The first channel that reaches the family and was not tried yet; held or given up where there is none. */
async function choose(
  scope: SchoolScope,
  message: Message,
  { attempts, recipient, rules, now }: Choosing,
): Promise<Next> {
  // What the office had tried again begins with all channels.
  const since = attempts.filter(({ askedAt }) => message.retriedAt === null || askedAt >= message.retriedAt)
  const tried = new Set(since.map(({ channel }) => channel))
  // What was accepted and never reported is tried on one other channel, not on all.
  const unreported = since.filter(({ reason }) => reason === notReported).length
  const reasons: string[] = []
  const open = unreported > 1 ? [] : channelOrder(rules.firstChannel).filter((channel) => !tried.has(channel))
  let held: Held | null = null
  for (const channel of open) {
    const way = await wayOf(scope, message, channel, recipient)
    if (!way.ok) {
      reasons.push(way.why)
      continue
    }
    if (channel === 'mail') return mailIt(scope, message, way)
    const charge = chargeOf(channel, way.text, rules)
    const closed = await whyClosed(scope, channel, charge.costPaise, rules, now)
    if (!closed) return hand(scope, message, channel, way, charge)
    // What is urgent goes by another way, where there is one.
    held ??= closed
    if (!message.isUrgent) break
  }
  if (held) return hold(scope, message, held.why, held.seconds)
  if (since.length > 0) await setState(scope, message.id, 'failed', since.at(-1)?.reason ?? null)
  else if (reasons.some((why) => why.startsWith('No registered text')))
    return hold(scope, message, reasons.join('. '), heldSeconds * 24)
  else await setState(scope, message.id, 'skipped', reasons.join('. '))
  return { do: 'nothing' }
}

/** How a channel reaches the family with this message, or why it does not. */
async function wayOf(
  scope: SchoolScope,
  message: Message,
  channel: FamilyChannel,
  recipient: Recipient | null,
): Promise<Way> {
  const { event, language, facts, studentId } = message
  const isTexted = channel !== 'mail'
  const isSetUp = isTexted && (await findMessenger(scope, channel)) !== null
  const mayWrite = channel !== 'whatsapp' || (await isConsented(scope, { studentId, purpose: 'whatsapp' }))
  const registered = isTexted ? await listRegistered(scope, event) : []
  const urls = isTexted ? (await findEventRules(scope)).urls : []
  const means = { isSetUp: () => isSetUp, isConsented: mayWrite, registered, urls }
  return wayThrough(channel, { event, language, facts }, recipient, means)
}

/** A message goes by the portal's own mail, which keeps its own account of what was sent. */
async function mailIt(
  scope: SchoolScope,
  message: Message,
  { to, text: body }: Extract<Way, { ok: true }>,
): Promise<Next> {
  const { schoolId } = scope
  const { event, language, facts } = message
  const subject = eventSubject(event, language, facts)
  const bulkIn = bulkEvents.includes(event) ? language : undefined
  const mailId = await enqueueMail({ schoolId, to, subject, text: body, bulkIn })
  await addAttempt(scope, message, {
    ...{ channel: 'mail', to, body, parts: 1, costPaise: 0, templateId: null },
    ...{ state: 'sent', providerId: String(mailId) },
  })
  await setState(scope, message.id, 'sent', null, 'mail')
  await enqueueMessage(schoolId, message.publicId, await reportSeconds(scope, message))
  return { do: 'nothing' }
}

type Held = { why: string; seconds: number }

/** Why a provider is not asked now: it refused the account, or budget or quota have no room. A step: their room is this message's until it ends. */
async function whyClosed(
  scope: SchoolScope,
  channel: Channel,
  costPaise: number,
  rules: Choosing['rules'],
  now: Date,
): Promise<Held | null> {
  const seconds = heldSeconds
  const refusal = channel === 'sms' ? rules.smsRefusal : rules.whatsappRefusal
  if (refusal) return { why: refusals[refusal](channel), seconds }
  // The others of the school wait for the row: two messages at once do not both take the last rupee.
  await selectRow(
    { schoolId: number('m.school_id') },
    'FROM message_settings m WHERE m.school_id = :schoolId FOR UPDATE',
    { schoolId: scope.schoolId },
  )
  const spent = await findSpent(scope, now)
  if (spent.paise + costPaise > rules.monthlyBudgetPaise) return { why: 'The budget of the month is used up', seconds }
  return spent.today < rules.dailyQuota ? null : { why: 'The messages of the day are used up', seconds }
}

const refusals = {
  keys: (channel: Channel) => `The keys of ${channelNames[channel]} are not accepted`,
  balance: (channel: Channel) => `The account for ${channelNames[channel]} is empty`,
}

/** Notes that a provider is asked. */
async function hand(
  scope: SchoolScope,
  message: Message,
  channel: Channel,
  way: Extract<Way, { ok: true }>,
  charge: ReturnType<typeof chargeOf>,
): Promise<Next> {
  if (!way.template) throw new Error('A text message has a registered text')
  const attempt = await addAttempt(scope, message, {
    ...{ channel, to: way.to, body: way.text, ...charge },
    ...{ templateId: way.template.id, state: 'sending', providerId: null },
  })
  await setState(scope, message.id, 'sending', null, channel)
  // A worker that ends here leaves a job that is run again; without one nobody would look.
  await enqueueMessage(scope.schoolId, message.publicId, openSeconds)
  return { do: 'send', channel, attempt, message: textMessage(attempt, channel, way.to, way.template, way) }
}

function textMessage(
  reference: string,
  channel: Channel,
  to: string,
  { providerName, dltTemplateId, header, language, category }: RegisteredTemplate,
  { text, values }: { text: string; values: string[] },
): TextMessage {
  const name = providerName ?? dltTemplateId ?? ''
  return {
    reference,
    channel,
    to,
    template: { providerName: name, dltTemplateId, header, language, category },
    values,
    text,
  }
}

type NewAttempt = {
  channel: FamilyChannel
  to: string
  body: string
  parts: number
  costPaise: number
  templateId: number | null
  state: 'sending' | 'sent'
  /** Of a mail the outbox's own id. */
  providerId: string | null
}

async function addAttempt(scope: SchoolScope, message: Message, { to, ...attempt }: NewAttempt): Promise<string> {
  const publicId = newPublicId()
  const askedAt = new Date()
  await MessageAttempt.create({
    ...attempt,
    ...{ publicId, schoolId: scope.schoolId, messageId: message.id, toAddress: to, askedAt },
    sentAt: attempt.state === 'sent' ? askedAt : null,
  })
  return publicId
}

/** What the messages of the month in India have cost, in paise, and how many of the day were given to providers: what they did not take is none. */
export async function findSpent({ schoolId }: Pick<SchoolScope, 'schoolId'>, now: Date) {
  const row = await selectRow(
    {
      paise: number('COALESCE(SUM(a.cost_paise), 0)'),
      today: number("COALESCE(SUM(a.asked_at >= :today AND a.channel <> 'mail'), 0)"),
    },
    `FROM message_attempts a WHERE a.school_id = :schoolId AND a.asked_at >= :from`,
    { schoolId, from: monthStart(now), today: midnight(todayInIndia(now)) },
  )
  return row ?? { paise: 0, today: 0 }
}

/** Midnight in India of the month's first day, as the database keeps it. */
export const monthStart = (now: Date) => midnight(`${todayInIndia(now).slice(0, 7)}-01`)

const midnight = (day: string) => new Date(`${day}T00:00:00+05:30`).toISOString().slice(0, 19).replace('T', ' ')

async function hold(scope: SchoolScope, message: Message, reason: string, seconds: number): Promise<Next> {
  await setState(scope, message.id, 'held', reason)
  await enqueueMessage(scope.schoolId, message.publicId, Math.max(1, seconds))
  return { do: 'nothing' }
}

async function setState(
  { schoolId }: SchoolScope,
  id: number,
  state: MessageState,
  reason: string | null,
  channel?: FamilyChannel,
): Promise<void> {
  const change = { state, reason: reason?.slice(0, 300) ?? null, ...(channel ? { channel } : {}) }
  await OutgoingMessage.update(change, { where: { schoolId, id } })
}

async function endAttempt(
  { schoolId }: SchoolScope,
  publicId: string,
  state: 'failed' | 'unsure',
  reason: string,
): Promise<void> {
  const change = { state, reason: reason.slice(0, 300), ...(state === 'failed' ? { costPaise: 0 } : {}) }
  // What was accepted and never reported is charged all the same.
  const isCharged = reason === notReported ? { state, reason } : change
  await MessageAttempt.update(isCharged, { where: { schoolId, publicId } })
}

/** The provider has it. A report may have come before this answer. */
async function succeed(
  scope: SchoolScope,
  publicId: string,
  attempt: string,
  { providerId, parts }: { providerId: string; parts?: number },
): Promise<void> {
  const { schoolId } = scope
  const message = await lockMessage(scope, publicId)
  if (!message) return
  await execute(
    `UPDATE message_attempts SET provider_id = :providerId, sent_at = UTC_TIMESTAMP(3), cost_paise = ROUND(cost_paise * COALESCE(:parts, parts) / parts),
       parts = COALESCE(:parts, parts), state = IF(state IN ('sending','unsure'), 'sent', state)
     WHERE school_id = :schoolId AND public_id = :attempt`,
    { schoolId, attempt, providerId, parts: parts ?? null },
  )
  if (message.state !== 'sending' && message.state !== 'unsure') return
  await setState(scope, message.id, 'sent', null)
  await enqueueMessage(schoolId, publicId, await reportSeconds(scope, message))
}

/** Nobody knows whether it went out: the office is asked, unless the provider may still answer. */
async function stayUnsure(
  scope: SchoolScope,
  publicId: string,
  attempt: string,
  askedAt: Date,
  trouble: SendFailure | null,
  now: Date,
): Promise<void> {
  const message = await lockMessage(scope, publicId)
  if (message?.state !== 'sending') return
  if (trouble && now.getTime() - askedAt.getTime() < giveUpHours * 3_600_000)
    return enqueueMessage(scope.schoolId, publicId, trouble.retryAfterSeconds ?? openSeconds * 5)
  await endAttempt(scope, attempt, 'unsure', trouble?.message ?? 'The provider cannot say whether it was sent')
  await setState(scope, message.id, 'unsure', 'The answer of the provider did not come')
}

/** A provider did not take it: another try later, another channel, or nothing until the office has mended it. */
async function fail(scope: SchoolScope, publicId: string, attempt: string, failure: SendFailure): Promise<void> {
  const { schoolId } = scope
  const message = await lockMessage(scope, publicId)
  if (message?.state !== 'sending') return
  const { reason } = failure
  // It may have been sent: looked for when it is surely over.
  if (reason === 'unreachable') return enqueueMessage(schoolId, publicId, openSeconds)
  if (reason === 'limited' || reason === 'keys' || reason === 'balance' || reason === 'template') {
    const row = await selectRow(
      { channel: wordOf<Channel>('a.channel'), templateId: { sql: 'a.template_id', read: Number } },
      'FROM message_attempts a WHERE a.school_id = :schoolId AND a.public_id = :attempt',
      { schoolId, attempt },
    )
    // Not sent, so that it is no try.
    await MessageAttempt.destroy({ where: { schoolId, publicId: attempt } })
    if (reason === 'template') await refuseTemplate(scope, row?.templateId ?? 0, failure.message)
    // Looked at anew at once: it is held then, or goes by another way.
    if (row && (reason === 'keys' || reason === 'balance')) await noteRefusal(scope, row.channel, reason)
    await setState(scope, message.id, 'waiting', null)
    return enqueueMessage(schoolId, publicId, reason === 'limited' ? (failure.retryAfterSeconds ?? 60) : 0)
  }
  await endAttempt(scope, attempt, 'failed', failure.message)
  await tryNext(scope, message, reason)
}

async function refuseTemplate(scope: SchoolScope, id: number, why: string): Promise<void> {
  await execute(
    `UPDATE message_templates SET state = 'refused', refusal = :why, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :id AND state = 'registered'`,
    { schoolId: scope.schoolId, id, why: why.slice(0, 300) },
  )
}

const lastTry = { channel: wordOf<FamilyChannel>('a.channel'), to: text('a.to_address') }

/** A step: the last try failed for good; a number that is nobody's is noted as wrong, and the next channel is tried. */
export async function tryNext(
  scope: SchoolScope,
  message: Pick<Message, 'id' | 'publicId' | 'guardianId'>,
  reason: string | null,
): Promise<void> {
  const { schoolId } = scope
  const last = await selectRow(
    lastTry,
    'FROM message_attempts a WHERE a.school_id = :schoolId AND a.message_id = :id ORDER BY a.id DESC LIMIT 1',
    { schoolId, id: message.id },
  )
  // On WhatsApp it only says that the number has none.
  if (reason === 'number' && last?.channel === 'sms' && message.guardianId !== null) {
    await execute(
      `UPDATE family_guardians SET mobile_state = 'wrong', version = version + 1, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND id = :guardianId AND mobile_number = :to`,
      { schoolId, guardianId: message.guardianId, to: last.to },
    )
  }
  await setState(scope, message.id, 'waiting', null)
  await enqueueMessage(schoolId, message.publicId)
}
