import { inTransaction, number, selectRow } from '~/database/database.server'
import { findMessenger } from '~/models/contact/message-setup/message-keys.server'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import { findMessageSettings } from '~/models/contact/message-setup/message-rules.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { recordHealth } from '~/services/health'
import type { Channel } from '~/services/messages/port'
import { findEventRules } from '../message-rules.server'
import { urgentEvents } from '../options'
import { noPreference } from '../preference-rules'
import { MessageAttempt } from '../tables.server'
import { isStillTrue, isTooLate, tooLateReason } from '../tell/still-true.server'
import { findFamily, type Recipient } from '../tell/tell-family.server'
import { listRegistered } from '../templates.server'
import {
  type Attempt,
  endAttempt,
  hold,
  listAttempts,
  lockMessage,
  type Message,
  type Next,
  notReported,
  openSeconds,
  reportSeconds,
  setState,
} from './attempts.server'
import { healthOfChannel, nameOfChannel } from './channel-health.server'
import { choose, textMessage } from './choose-channel.server'
import { mutedReason, quietHours, quietSeconds } from './sending-rules'
import { fail, stayUnsure, succeed } from './settle-message.server'
import { fillWith } from './ways'

/**
 * Sends one message, once: one step at a time, each recorded before the next. An attempt is `sending` before the
 * provider is called; after a crash it is looked up by our reference, and if the provider cannot tell, the office
 * decides.
 */
export async function sendMessage(scope: SchoolScope, publicId: string, now = new Date()): Promise<void> {
  const next = await inTransaction(() => prepare(scope, publicId, now))
  if (next.do === 'nothing') return
  const messenger = await findMessenger(scope, next.channel)
  if (!messenger) {
    // The keys were removed. An attempt of an earlier run (`find`) may have reached the provider; one of this run has
    // not.
    if (next.do === 'find')
      return inTransaction(() => stayUnsure(scope, publicId, next.attempt, next.askedAt, null, now))
    const failure = { ok: false, reason: 'limited', message: 'The channel is no longer set up' } as const
    return inTransaction(() => fail(scope, publicId, next.attempt, failure))
  }
  const rest = next.do === 'find' ? healthOfChannel(scope, next.channel).restSeconds : 0
  if (rest > 0) return inTransaction(() => lookAgain(scope, publicId, rest))
  if (next.do === 'find') {
    const searchResult = await recordHealth(nameOfChannel(scope, next.channel), isSilent, () =>
      messenger.find(next.attempt, next.askedAt),
    )
    if (searchResult.ok && searchResult.found === 'sent') {
      return inTransaction(() => succeed(scope, publicId, next.attempt, { providerId: searchResult.providerId }))
    }
    if (!searchResult.ok || searchResult.found === 'cannot-say') {
      return inTransaction(() =>
        stayUnsure(scope, publicId, next.attempt, next.askedAt, searchResult.ok ? null : searchResult, now),
      )
    }
    // The provider never received the message, so it may be sent again under the same reference.
    await MessageAttempt.update(
      { askedAt: new Date() },
      { where: { schoolId: scope.schoolId, publicId: next.attempt } },
    )
  }
  const result = await recordHealth(nameOfChannel(scope, next.channel), isSilent, () => messenger.send(next.message))
  await inTransaction(() =>
    result.ok ? succeed(scope, publicId, next.attempt, result) : fail(scope, publicId, next.attempt, result),
  )
}

/**
 * Only a provider that does not answer counts as failing, since each wait blocks a slot of the worker until the
 * timeout.
 */
const isSilent = (result: { ok: boolean; reason?: string }) => !result.ok && result.reason === 'unreachable'

async function lookAgain(scope: SchoolScope, publicId: string, seconds: number): Promise<void> {
  const message = await lockMessage(scope, publicId)
  if (message) await enqueueMessage(scope.schoolId, message, seconds)
}

/**
 * Ends a message whose job was abandoned: the office settles it if it may have been sent, and may retry it otherwise.
 */
export function giveUpMessage(scope: SchoolScope, publicId: string): Promise<void> {
  return endMessage(scope, publicId, 'failed', 'The worker stopped while it was being sent')
}

/**
 * Ends a message that the operator dismissed after a restore: it is not sent, and the office settles it if it may have
 * been sent.
 */
export function dismissMessage(scope: SchoolScope, publicId: string): Promise<void> {
  return endMessage(scope, publicId, 'skipped', 'Dismissed by the operator after a restore')
}

function endMessage(scope: SchoolScope, publicId: string, unsent: 'failed' | 'skipped', why: string): Promise<void> {
  return inTransaction(async () => {
    const message = await lockMessage(scope, publicId)
    const last = message && (await listAttempts(scope, message.id)).at(-1)
    if (message?.state === 'sending' && last?.state === 'sending') {
      await endAttempt(scope, last.publicId, 'unsure', why)
      await setState(scope, message.id, 'unsure', why)
    } else if (message?.state === 'waiting' || message?.state === 'held') await setState(scope, message.id, unsent, why)
  })
}

/** Determines the next action for a message, and records it before the caller performs it. */
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
    // A message that was sent without a delivery report becomes `failed`, not `skipped`.
    await setState(scope, message.id, lost === null ? 'skipped' : 'failed', lost ?? stop)
    return nothing
  }
  const quiet = message.isUrgent ? 0 : quietSeconds(rules, now)
  if (quiet > 0) return hold(scope, message, quietHours, quiet)
  return choose(scope, message, { attempts, recipient, rules, now })
}

/** Resumes an attempt left open by a worker: waits while it is recent, otherwise looks it up with the provider. */
async function resume(scope: SchoolScope, message: Message, last: Attempt, now: Date): Promise<Next> {
  const age = (now.getTime() - last.askedAt.getTime()) / 1000
  if (age < openSeconds) {
    await enqueueMessage(scope.schoolId, message, Math.ceil(openSeconds - age))
    return { do: 'nothing' }
  }
  const templates = await listRegistered(scope, message.event)
  const template = templates.find(({ id }) => id === last.templateId)
  const channel = last.channel as Channel
  const { urls } = await findEventRules(scope)
  const filled = template && fillWith(template, message.facts, urls)
  if (!template || !filled?.ok) {
    await endAttempt(scope, last.publicId, 'unsure', 'The text has changed in the meantime')
    await setState(scope, message.id, 'unsure', 'The worker stopped while it was being sent')
    return { do: 'nothing' }
  }
  const text = textMessage(last.publicId, channel, last.toAddress, template, filled)
  return { do: 'find', channel, attempt: last.publicId, askedAt: last.askedAt, message: text }
}

/**
 * Reason why a sent message counts as lost: no report in time, or the mail failed or bounced. Null if it is not lost,
 * or if its report may still come.
 */
async function lostAt(scope: SchoolScope, message: Message, last: Attempt, now: Date): Promise<string | null> {
  if (last.state !== 'sent' || last.sentAt === null) return null
  const waits = (await reportSeconds(scope, message)) - (now.getTime() - last.sentAt.getTime()) / 1000
  if (waits > 0) {
    await enqueueMessage(scope.schoolId, message, Math.ceil(waits))
    return null
  }
  if (last.channel !== 'mail') return notReported
  const returned = await selectRow(
    { id: number('o.id') },
    `FROM outgoing_mail o WHERE o.school_id = :schoolId AND o.id = :mailId AND (o.state IN ('failed','skipped') OR o.bounced_at IS NOT NULL)`,
    { schoolId: scope.schoolId, mailId: Number(last.providerId) },
  )
  return returned && 'The mail was not sent, or it bounced'
}

/** Checks whether the message may still be sent, and to which recipient, by current rights, numbers and preferences. */
async function mayGo(scope: SchoolScope, message: Message, now: Date) {
  const rules = await findMessageSettings(scope)
  const family = await findFamily(scope, message.studentId, message.event)
  // A deleted guardian leaves no id; the message then must not go to the student's own number.
  const isFor = ({ guardianId }: Recipient) =>
    message.onceKey.endsWith(':own') ? guardianId === null : guardianId !== null && guardianId === message.guardianId
  const recipient = family?.recipients.find(isFor) ?? null
  const { firstChannel, muted } = recipient?.preference ?? noPreference
  const isMuted = !urgentEvents.includes(message.event) && !message.isUrgent && muted.includes(message.event)
  const stop = !recipient
    ? 'No longer receives messages about this student'
    : isMuted
      ? mutedReason
      : isTooLate(message, now)
        ? tooLateReason
        : (await isStillTrue(scope, message, now))
          ? null
          : 'It no longer applies'
  return { rules: { ...rules, firstChannel: firstChannel ?? rules.firstChannel }, recipient, stop }
}
