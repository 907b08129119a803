import { execute, flag, inParts, inTransaction, selectRows } from '~/database/database.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { enqueueMessage } from '~/models/contact/message-setup/message-queue.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import type { MessageEvent } from './options'
import { resetForRetry } from './retry-message.server'
import { OutgoingMessage } from './tables.server'
import { isTooLate, isTooLateSql, tooLateReason } from './tell/still-true.server'

/**
 * Settles an unsure message after the office has asked the provider or the family whether it arrived. If it was not
 * sent, it is sent now, or fails if it is older than the hours of its event. Refuses `not-found` and `not-unsure`.
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
 * Sends all unsure messages again after an outage of the provider; those older than the hours of their event fail.
 * Returns how many are sent (`again`) and how many fail (`late`).
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

/**
 * Runs in the caller's transaction: treats unsure messages as not sent and free of charge, and sends them unless it is
 * too late.
 */
async function sendAgain(scope: SchoolScope, messages: readonly Unsure[]): Promise<void> {
  const { schoolId } = scope
  await settleAttempts(scope, messages, false)
  const late = messages.filter((message) => message.isTooLate)
  if (late.length > 0) {
    const ids = late.map(({ id }) => id)
    await OutgoingMessage.update({ state: 'failed', reason: tooLateReason }, { where: { schoolId, id: ids } })
  }
  const again = messages.filter((message) => !message.isTooLate)
  if (again.length > 0) await resetForRetry(scope, ...again)
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
