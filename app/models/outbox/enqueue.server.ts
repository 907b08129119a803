import { execute, requireTransaction } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { type JobClass, type JobKind, type KindByContent, lineOfKind, outgoingOf } from './job-kinds'
import { takeMailRoom } from './mail-room.server'
import { OutgoingMail } from './tables.server'
import { unsubscribeUrl } from './unsubscribe-token.server'

interface AnyJob {
  /** Whose rows the handler will touch; null only for the installation's own work. */
  schoolId: number | null
  payload: Record<string, string | number>
  /** At most one unfinished job of this name: enqueueing it again brings it forward, or has it run once more if it runs now. */
  uniqueKey?: string
  /** Seconds to wait before it may run. */
  delaySeconds?: number
  /** Whoever asks last says when it runs, be it later than was asked for before: for one who holds the row that the job is about. */
  lastSaysWhen?: true
  /** A mail by which somebody signs in: sent even while what goes out is held after a restore. */
  isOfAccount?: true
}

/** The class, where it is not the usual one of the kind. Mails and messages always name it: what was written as money stays money. */
type NewJob = AnyJob &
  ({ kind: KindByContent; class: JobClass } | { kind: Exclude<JobKind, KindByContent>; class?: JobClass })

/**
 * SQL: the state of a job of the school `turnOf` (0: none) that goes out as `what`. The lock makes a release wait for jobs that are being written: none of
 * them stays held behind it.
 */
export const heldOrWaiting = `IF(EXISTS (SELECT 1 FROM outgoing_holds WHERE school_id = :turnOf AND what = :what LOCK IN SHARE MODE), 'held', 'waiting')`

/**
 * Writes a job in the transaction of the change that asks for it, so that both happen or neither. What goes out is held where a restore
 * has its school's held.
 */
export async function enqueueJob(job: NewJob): Promise<void> {
  requireTransaction()
  const what = job.isOfAccount ? null : outgoingOf(job.kind)
  await execute(
    `INSERT INTO jobs (school_id, kind, class, lane, payload, unique_key, state, run_at, created_at)
     VALUES (:schoolId, :kind, :class, :lane, :payload, :uniqueKey, ${what === null ? "'waiting'" : heldOrWaiting},
       UTC_TIMESTAMP(3) + INTERVAL :delay SECOND, UTC_TIMESTAMP(3))
     ON DUPLICATE KEY UPDATE run_at = IF(:lastSaysWhen, VALUES(run_at), LEAST(run_at, VALUES(run_at)))`,
    {
      ...lineOfKind(job.kind),
      ...(job.class ? { class: job.class } : {}),
      schoolId: job.schoolId,
      turnOf: job.schoolId ?? 0,
      what,
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      uniqueKey: job.uniqueKey ?? null,
      delay: job.delaySeconds ?? 0,
      lastSaysWhen: job.lastSaysWhen ?? false,
    },
  )
}

interface NewMail {
  schoolId: number | null
  to: string
  subject: string
  text: string
  /** Bulk mail of a school, in this language: its reader may unsubscribe. Receipts, sign-in and answers are none. */
  bulkIn?: Language
  /** Of sign-in, password or safety of an account: tried also at an address from which mails come back, since nothing else lets its reader in. */
  isOfAccount?: true
  /** A mail of an account is waited for and any other bulk, unless this says otherwise. */
  class?: JobClass
  /** Whom of a data breach it tells: its counters are kept with the case. */
  breachPersonId?: number
}

/**
 * Writes a mail in the transaction of the change that it tells of; the worker sends it. `text` is in the reader's language. A mail
 * over a school's share of the day is kept and goes out when there is room; who can wait or be told asks `mailsLeft` first. Whether its
 * address takes it is asked when it is sent (`findObstacle`).
 * @returns its id, by which it can be asked what became of it
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
  const delaySeconds = mail.schoolId === null ? 0 : await takeMailRoom(mail.schoolId)
  await enqueueJob({
    kind: 'send-mail',
    class: jobClass,
    ...(mail.isOfAccount ? { isOfAccount: true } : {}),
    schoolId: mail.schoolId,
    payload: { mailId: row.id },
    delaySeconds,
  })
  return row.id
}

/** Mail programs show a button for the header; who sees none finds the same link at the end. */
function unsubscribeLine({ schoolId, to }: NewMail, locale: Language): string {
  if (schoolId === null) throw new Error('Bulk mail is of a school')
  return `\n\n${m.unsubscribe_mail_line({ link: unsubscribeUrl(schoolId, to) }, { locale })}`
}
