import { execute, requireTransaction } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { type JobClass, type JobKind, type KindByContent, lineOfKind, outgoingOf } from './job-kinds'
import { type MailRoom, takeAccountMailRoom, takeMailRoom } from './mail-room.server'
import { OutgoingMail } from './tables.server'
import { unsubscribeUrl } from './unsubscribe-token.server'

interface AnyJob {
  /** School whose rows the handler changes; null only for the installation's own work. */
  schoolId: number | null
  payload: Record<string, string | number>
  /**
   * At most one unfinished job has this key. A further call moves that job to the earlier of the two times or, if it is
   * running, makes it run again.
   */
  uniqueKey?: string
  delaySeconds?: number
  /** With `uniqueKey`: the last call sets the time, even a later one. The caller must lock the row the job is about. */
  lastSaysWhen?: true
  /** A mail needed for sign-in: sent even while outgoing work is held after a restore. */
  isOfAccount?: true
  /** A mail of an unapproved school or of a registration: uses the lane `unapproved-mail`. */
  isUnapproved?: boolean
}

/**
 * A job may override the class of its kind. Mails and messages must pass a class, so that a mail about money keeps its
 * class.
 */
type NewJob = AnyJob &
  ({ kind: KindByContent; class: JobClass } | { kind: Exclude<JobKind, KindByContent>; class?: JobClass })

/**
 * SQL: initial state of a job: 'held' while outgoing work of the kind `:what` is held for the school `:turnOf` (0: no
 * school). The lock makes the release wait for jobs that are being written, so that it misses none of them.
 */
export const heldOrWaiting = `IF(EXISTS (SELECT 1 FROM outgoing_holds WHERE school_id = :turnOf AND what = :what LOCK IN SHARE MODE), 'held', 'waiting')`

/**
 * Writes a job in the transaction of the change that requests it, so that both happen or neither. Outgoing jobs are
 * held while the school's work is held after a restore.
 */
export async function enqueueJob(job: NewJob): Promise<void> {
  requireTransaction()
  const outgoingKind = job.isOfAccount ? null : outgoingOf(job.kind)
  await execute(
    `INSERT INTO jobs (school_id, kind, class, lane, payload, unique_key, state, run_at, created_at)
     VALUES (:schoolId, :kind, :class, :lane, :payload, :uniqueKey, ${outgoingKind === null ? "'waiting'" : heldOrWaiting},
       UTC_TIMESTAMP(3) + INTERVAL :delay SECOND, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE run_at = IF(:lastSaysWhen, VALUES(run_at), LEAST(run_at, VALUES(run_at)))`,
    {
      ...lineOfKind(job.kind),
      ...(job.class ? { class: job.class } : {}),
      ...(job.isUnapproved ? { lane: 'unapproved-mail' } : {}),
      schoolId: job.schoolId,
      turnOf: job.schoolId ?? 0,
      what: outgoingKind,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      uniqueKey: job.uniqueKey ?? null,
      delay: job.delaySeconds ?? 0,
      lastSaysWhen: job.lastSaysWhen ?? false,
    },
  )
}

interface NewMail {
  /** Sender of the mail; null for the portal. */
  schoolId: number | null
  /** School whose turn the mail uses in the queue, if the portal sends it; by default the sender. */
  turnOf?: number | null
  to: string
  subject: string
  text: string
  /**
   * Marks bulk mail of a school, in this language: the recipient may unsubscribe. Receipts, sign-in mails and answers
   * are not bulk.
   */
  bulkIn?: Language
  /**
   * About sign-in, password or safety of an account: also sent to an address that bounces, since the recipient has no
   * other way to sign in.
   */
  isOfAccount?: true
  /** Answers a registration of a school: uses the lane `unapproved-mail`, as anyone can have it sent to any address. */
  isOfRegistration?: true
  /** By default `waited` for account mails and `bulk` for all others. */
  class?: JobClass
  /** Person notified of a data breach: the delivery is counted with the case. */
  breachPersonId?: number
}

/**
 * Writes a mail in the transaction of the change that it reports; the worker sends it. `text` is in the recipient's
 * language. A mail above the school's daily limit is sent later; account mails have limits of their own. Callers that
 * can wait or show an error check `mailsLeft` first, or `takeOfficeMail` for an account mail. `findMailObstacle` checks
 * the address when the mail is sent.
 * @returns the mail's id, to look up its state
 */
export async function enqueueMail(mail: NewMail): Promise<number> {
  const jobClass = mail.class ?? (mail.isOfAccount ? 'waited' : 'bulk')
  const row = await OutgoingMail.create({
    schoolId: mail.schoolId,
    toAddress: mail.to,
    subject: mail.subject,
    kind: mail.bulkIn ? 'bulk' : mail.isOfAccount ? 'account' : 'transactional',
    class: jobClass,
    bodyText: mail.text + (mail.bulkIn ? unsubscribeLine(mail, mail.bulkIn) : ''),
    breachPersonId: mail.breachPersonId ?? null,
  })
  const { delaySeconds, isUnapproved } = await takeRoomFor(mail)
  await enqueueJob({
    kind: 'send-mail',
    class: jobClass,
    ...(mail.isOfAccount ? { isOfAccount: true } : {}),
    isUnapproved,
    schoolId: mail.turnOf ?? mail.schoolId,
    payload: { mailId: row.id },
    delaySeconds,
  })
  return row.id
}

/** Account mails, which strangers can request, have limits of their own instead of the school's daily limit. */
function takeRoomFor({ schoolId, to, isOfAccount, isOfRegistration }: NewMail): Promise<MailRoom> | MailRoom {
  if (schoolId === null) return { delaySeconds: 0, isUnapproved: isOfRegistration === true }
  return isOfAccount ? takeAccountMailRoom(schoolId, to) : takeMailRoom(schoolId)
}

/** Last line of a bulk mail, for mail programs that show no button for the unsubscribe header. */
function unsubscribeLine({ schoolId, to }: NewMail, locale: Language): string {
  if (schoolId === null) throw new Error('Bulk mail must belong to a school')
  return `\n\n${m.unsubscribe_mail_line({ link: unsubscribeUrl(schoolId, to) }, { locale })}`
}
