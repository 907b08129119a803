import { findMailObstacle, recordBounce } from '~/models/contact/mail/addresses.server'
import {
  findWaitingMail,
  holdMail,
  markMailSent,
  noteMailFailure,
  skipMail,
} from '~/models/core/outbox/mail-queue.server'
import { unsubscribeUrl } from '~/models/core/outbox/unsubscribe-token.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { log } from '~/services/log.server'
import { mailer } from '~/services/mail/mailer.server'
import { returnAddress } from '~/services/mail/return-address.server'
import type { JobPayload } from './job.server'

/**
 * Sends one waiting mail. Skips it when its address bounces or has unsubscribed; holds it while its school is not
 * approved, unless it is an account mail. The mail uses the job's lease and retry pauses. Gives up at once on a mail
 * that the server refuses, and marks an unknown address.
 */
export async function run(payload: JobPayload): Promise<void> {
  const id = Number(payload.mailId)
  const mail = await findWaitingMail(systemScope(), id)
  if (!mail) return
  if (mail.schoolId !== null && !mail.isApproved && mail.kind !== 'account') return holdMail(systemScope(), mail)
  const obstacle = await findMailObstacle(systemScope(), mail)
  if (obstacle) return skipMail(systemScope(), id, obstacle)
  const isBulk = mail.kind === 'bulk' && mail.schoolId !== null
  const result = await mailer().send({
    reference: String(mail.id),
    // Anyone can register a school under any name: its mails carry that name only after the operator's approval.
    sender: (mail.isApproved && mail.schoolName) || undefined,
    to: mail.toAddress,
    subject: mail.subject,
    text: mail.bodyText,
    writtenAt: mail.createdAt,
    isUrgent: mail.kind === 'account',
    unsubscribeUrl: isBulk ? unsubscribeUrl(Number(mail.schoolId), mail.toAddress) : undefined,
    returnTo: returnAddress(mail.id),
  })
  if (result.ok) return markMailSent(systemScope(), id)
  const stillWaits = await noteMailFailure(systemScope(), id, {
    reason: result.message,
    final: result.reason === 'nobody' || result.reason === 'refused',
  })
  if (result.reason === 'nobody') await recordBounce(systemScope(), mail, result.message)
  if (stillWaits) throw new Error(result.message)
  log().warn({ mail: id, reason: result.message }, 'mail given up')
}

/** Marks a mail that the operator dismissed after a restore as not sent. */
export async function dismiss(payload: JobPayload): Promise<void> {
  await skipMail(systemScope(), Number(payload.mailId), 'dismissed')
}
