import { number, selectRow } from '~/database/database.server'
import { isConsented } from '~/models/contact/consents/consents.server'
import { findMessenger } from '~/models/contact/message-setup/message-keys.server'
import { classOfEvent, enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import type { findMessageSettings } from '~/models/contact/message-setup/message-rules.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { Channel, TextMessage } from '~/services/messages/port'
import { eventSubject } from '../event-words'
import { findEventRules } from '../message-rules.server'
import { bulkEvents, channelNames, type FamilyChannel } from '../options'
import { listOwnMails } from '../own-mail.server'
import type { Recipient } from '../tell/tell-family.server'
import { listRegistered, type RegisteredTemplate } from '../templates.server'
import {
  type Attempt,
  addAttempt,
  hold,
  type Message,
  type Next,
  notReported,
  openSeconds,
  reportSeconds,
  setState,
} from './attempts.server'
import { healthOfChannel } from './channel-health.server'
import { channelOrder } from './sending-rules'
import { findSpent } from './spent.server'
import { chargeOf, type Way, wayThrough } from './ways'

/** Seconds after which a held message is checked again. */
const heldSeconds = 3600

type Choosing = {
  attempts: readonly Attempt[]
  recipient: Recipient | null
  /** Settings of the school, with the guardian's preferred channel as `firstChannel`. */
  rules: Omit<Awaited<ReturnType<typeof findMessageSettings>>, 'firstChannel'> & { firstChannel: FamilyChannel }
  now: Date
}

/** Chooses the first untried channel that reaches the family; holds or ends the message if none does. */
export async function choose(
  scope: SchoolScope,
  message: Message,
  { attempts, recipient, rules, now }: Choosing,
): Promise<Next> {
  // A retry by the office starts with all channels again.
  const since = attempts.filter(({ askedAt }) => message.retriedAt === null || askedAt >= message.retriedAt)
  const triedChannels = new Set(since.map(({ channel }) => channel))
  // A message that was accepted but never reported is tried on one other channel, not on all.
  const unreported = since.filter(({ reason }) => reason === notReported).length
  const reasons: string[] = []
  const open = unreported > 1 ? [] : channelOrder(rules.firstChannel).filter((channel) => !triedChannels.has(channel))
  let firstHold: Held | null = null
  let isTold = false
  for (const channel of open) {
    const way = await wayOf(scope, message, channel, recipient)
    if (!way.ok) {
      reasons.push(way.why)
      isTold = way.isTold ?? false
      if (isTold) break
      continue
    }
    if (channel === 'mail') return mailIt(scope, message, way)
    const charge = chargeOf(channel, way.text, rules)
    const closed = await whyClosed(scope, channel, charge.costPaise, rules, now)
    if (!closed) return hand(scope, message, channel, way, charge)
    // Only an urgent message tries another channel; any other message is held until this channel works again.
    firstHold ??= closed
    if (!message.isUrgent) break
  }
  if (firstHold) return hold(scope, message, firstHold.why, firstHold.seconds)
  if (since.length > 0) await setState(scope, message.id, 'failed', since.at(-1)?.reason ?? null)
  else if (!isTold && reasons.some((why) => why.startsWith('No registered text')))
    return hold(scope, message, reasons.join('. '), heldSeconds * 24)
  else await setState(scope, message.id, 'skipped', reasons.join('. '))
  return { do: 'nothing' }
}

/** Address and text for this message on a channel, or the reason why the channel does not reach the family. */
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
  const mailed = isTexted ? [] : await listOwnMails(scope, message)
  const means = { isSetUp: () => isSetUp, isConsented: mayWrite, registered, urls, mailed }
  return wayThrough(channel, { event, language, facts }, recipient, means)
}

/** Sends the message through the portal's own mail, which records what was sent. */
async function mailIt(
  scope: SchoolScope,
  message: Message,
  { to, text: body }: Extract<Way, { ok: true }>,
): Promise<Next> {
  const { schoolId } = scope
  const { event, language, facts } = message
  const subject = eventSubject(event, language, facts)
  const bulkIn = bulkEvents.includes(event) ? language : undefined
  const mailId = await enqueueMail({ schoolId, to, subject, text: body, bulkIn, class: classOfEvent(event) })
  await addAttempt(scope, message, {
    channel: 'mail',
    to,
    body,
    parts: 1,
    costPaise: 0,
    templateId: null,
    state: 'sent',
    providerId: String(mailId),
  })
  await setState(scope, message.id, 'sent', null, 'mail')
  await enqueueMessage(schoolId, message, await reportSeconds(scope, message))
  return { do: 'nothing' }
}

type Held = { why: string; seconds: number }

/**
 * Reason not to call a provider now: it does not answer, it refused the account, or budget or quota are used up.
 * Reserves budget and quota for this message until the caller's transaction ends.
 */
async function whyClosed(
  scope: SchoolScope,
  channel: Channel,
  costPaise: number,
  rules: Choosing['rules'],
  now: Date,
): Promise<Held | null> {
  const seconds = heldSeconds
  const restSeconds = healthOfChannel(scope, channel).restSeconds
  if (restSeconds > 0) return { why: `${channelNames[channel]} is not answering at the moment`, seconds: restSeconds }
  const refusal = channel === 'sms' ? rules.smsRefusal : rules.whatsappRefusal
  if (refusal) return { why: refusals[refusal](channel), seconds }
  // Locks the school's settings, so that two concurrent messages cannot both spend the last rupee.
  await selectRow(
    { schoolId: number('m.school_id') },
    'FROM message_settings m WHERE m.school_id = :schoolId FOR UPDATE',
    { schoolId: scope.schoolId },
  )
  const spent = await findSpent(scope, now)
  if (spent.paise + costPaise > rules.monthlyBudgetPaise) return { why: 'The monthly budget is used up', seconds }
  return spent.today < rules.dailyQuota ? null : { why: 'The daily limit of messages is used up', seconds }
}

const refusals = {
  keys: (channel: Channel) => `The keys for ${channelNames[channel]} are not accepted`,
  balance: (channel: Channel) => `The account for ${channelNames[channel]} is empty`,
}

/** Records that the provider is about to be called. */
async function hand(
  scope: SchoolScope,
  message: Message,
  channel: Channel,
  way: Extract<Way, { ok: true }>,
  charge: ReturnType<typeof chargeOf>,
): Promise<Next> {
  if (!way.template) throw new Error('A text message has a registered text')
  const attempt = await addAttempt(scope, message, {
    channel,
    to: way.to,
    body: way.text,
    ...charge,
    templateId: way.template.id,
    state: 'sending',
    providerId: null,
  })
  await setState(scope, message.id, 'sending', null, channel)
  // The job runs again if the worker ends here; without it the message would be stuck.
  await enqueueMessage(scope.schoolId, message, openSeconds)
  return { do: 'send', channel, attempt, message: textMessage(attempt, channel, way.to, way.template, way) }
}

/** Request to a messenger: the registered text with its values, under our reference. */
export function textMessage(
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
