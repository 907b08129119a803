import {
  execute,
  flag,
  instant,
  inTransaction,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import type { SystemScope } from '~/models/core/shared/scope.server'
import { enqueueJob } from './enqueue.server'
import type { JobClass } from './job-kinds'
import type { MailKind } from './options'
import { maxAttempts } from './patience'

const waitingMail = {
  id: number('o.id'),
  schoolId: numberOrNull('o.school_id'),
  kind: wordOf<MailKind>('o.kind'),
  class: wordOf<JobClass>('o.class'),
  /** Name of the sending school; null for the portal's own mails. */
  schoolName: textOrNull('c.name'),
  /** The operator has approved the school; false for the portal's own mails. */
  isApproved: flag('c.approved_at IS NOT NULL'),
  toAddress: text('o.to_address'),
  subject: text('o.subject'),
  bodyText: text('o.body_text'),
  createdAt: instant('o.created_at'),
}
export type WaitingMail = RowOf<typeof waitingMail>

/** A waiting mail, or null when it was sent or abandoned. */
export function findWaitingMail(_system: SystemScope, id: number): Promise<WaitingMail | null> {
  return selectRow(
    waitingMail,
    `FROM outgoing_mail o LEFT JOIN schools c ON c.id = o.school_id WHERE o.id = :id AND o.state = 'waiting'`,
    { id },
  )
}

/**
 * Marks a mail as sent and deletes its text: the row is kept for a fortnight as evidence and must not contain a link
 * that sets a password.
 */
export async function markMailSent(_system: SystemScope, id: number): Promise<void> {
  await execute(
    `UPDATE outgoing_mail SET state = 'sent', attempts = attempts + 1, sent_at = UTC_TIMESTAMP(3), last_error = NULL,
       body_text = ''
     WHERE id = :id AND state = 'waiting'`,
    { id },
  )
}

/**
 * Mails whose text gives no access to an account: the text is kept when too many attempts failed, so that the operator
 * can send them again. A final refusal deletes it.
 */
const isHarmless = "(kind = 'bulk' OR class = 'money')"

/**
 * Records why a mail was not sent; `final` (or one failure too many) abandons it. Deletes the text of an abandoned
 * mail, unless the mail is harmless (`isHarmless`) and the failure is not final. Returns true when it still waits.
 */
export async function noteMailFailure(_system: SystemScope, id: number, failure: { reason: string; final: boolean }) {
  await execute(
    `UPDATE outgoing_mail SET attempts = attempts + 1, last_error = :reason,
       body_text = IF(:final OR attempts >= :max AND NOT ${isHarmless}, '', body_text),
       state = IF(:final OR attempts >= :max, 'failed', 'waiting')
     WHERE id = :id AND state = 'waiting'`,
    { id, reason: failure.reason.slice(0, 300), final: failure.final, max: maxAttempts },
  )
  return (await findWaitingMail(_system, id)) !== null
}

/** Hours after which a mail of an unapproved school is no longer sent. */
const heldHours = 72
const heldSeconds = 3600

/**
 * Holds a mail of an unapproved school, which may send only account mails: anyone can register a school and could write
 * to anyone in the portal's name. Checks it again each hour for three days.
 */
export async function holdMail(system: SystemScope, mail: WaitingMail): Promise<void> {
  if (Date.now() - mail.createdAt.getTime() > heldHours * 3_600_000) return skipMail(system, mail.id, 'not-approved')
  const payload = { mailId: mail.id }
  await inTransaction(() =>
    enqueueJob({
      kind: 'send-mail',
      class: mail.class,
      isUnapproved: true,
      schoolId: mail.schoolId,
      payload,
      // Prevents a second job when this is retried after a crash.
      uniqueKey: `held-mail:${mail.id}`,
      delaySeconds: heldSeconds,
    }),
  )
}

/** Skips a mail with the reason, and deletes its text. */
export async function skipMail(
  _system: SystemScope,
  id: number,
  why: 'undeliverable' | 'unsubscribed' | 'not-approved' | 'dismissed',
): Promise<void> {
  await execute(
    `UPDATE outgoing_mail SET state = 'skipped', last_error = :why, body_text = '' WHERE id = :id AND state = 'waiting'`,
    { id, why },
  )
}
