import { findWaitingMail, markMailSent, noteMailFailure } from '~/models/outbox/mail-queue.server'
import { systemScope } from '~/models/shared/scope.server'
import { log } from '~/services/log.server'
import { mailer } from '~/services/mail/mailer.server'
import type { JobPayload } from './job.server'

/** Sends one waiting mail. The job's own lease and pauses are the mail's; an address that the server refuses is given up at once. */
export async function run(payload: JobPayload): Promise<void> {
  const id = Number(payload.mailId)
  const mail = await findWaitingMail(systemScope(), id)
  if (!mail) return
  const result = await mailer().send({
    reference: String(mail.id),
    to: mail.toAddress,
    subject: mail.subject,
    text: mail.bodyText,
    writtenAt: mail.createdAt,
  })
  if (result.ok) return markMailSent(systemScope(), id)
  const stillWaits = await noteMailFailure(systemScope(), id, {
    reason: result.message,
    final: result.reason === 'refused',
  })
  if (stillWaits) throw new Error(result.message)
  log().warn({ mail: id, reason: result.message }, 'mail given up')
}
