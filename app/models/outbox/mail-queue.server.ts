import { execute, selectOne } from '~/database/database.server'
import type { SystemScope } from '~/models/shared/scope.server'
import type { MailKind } from './options'
import { maxAttempts } from './patience'

export interface WaitingMail {
  id: number
  schoolId: number | null
  kind: MailKind
  toAddress: string
  subject: string
  bodyText: string
  createdAt: Date
}

/** A mail that still waits, or null when it was sent or given up. */
export function findWaitingMail(_system: SystemScope, id: number): Promise<WaitingMail | null> {
  return selectOne<WaitingMail>(
    `SELECT id, school_id AS schoolId, kind, to_address AS toAddress, subject, body_text AS bodyText, created_at AS createdAt FROM outgoing_mail
     WHERE id = :id AND state = 'waiting'`,
    { id },
  )
}

/** Its text goes with it: what is kept for a fortnight as evidence must hold no link that sets a password. */
export async function markMailSent(_system: SystemScope, id: number): Promise<void> {
  await execute(
    `UPDATE outgoing_mail SET state = 'sent', attempts = attempts + 1, sent_at = UTC_TIMESTAMP(3), last_error = NULL,
       body_text = ''
     WHERE id = :id AND state = 'waiting'`,
    { id },
  )
}

/** Notes why a mail did not go out; `final` (or one failure too many) gives it up, text and all. Answers whether it still waits. */
export async function noteMailFailure(_system: SystemScope, id: number, failure: { reason: string; final: boolean }) {
  await execute(
    `UPDATE outgoing_mail SET attempts = attempts + 1, last_error = :reason,
       body_text = IF(:final OR attempts >= :most, '', body_text),
       state = IF(:final OR attempts >= :most, 'failed', 'waiting')
     WHERE id = :id AND state = 'waiting'`,
    { id, reason: failure.reason.slice(0, 300), final: failure.final, most: maxAttempts },
  )
  return (await findWaitingMail(_system, id)) !== null
}

/** It is not sent, and why stands with it; its text goes. */
export async function skipMail(_system: SystemScope, id: number, why: 'undeliverable' | 'unsubscribed'): Promise<void> {
  await execute(
    `UPDATE outgoing_mail SET state = 'skipped', last_error = :why, body_text = '' WHERE id = :id AND state = 'waiting'`,
    { id, why },
  )
}
