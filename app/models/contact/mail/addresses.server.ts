import {
  execute,
  flag,
  inTransaction,
  number,
  numberOrNull,
  selectRow,
  selectRows,
  text,
  textOrNull,
} from '~/database/database.server'
import { plainList } from '~/kit/records/plain-reads.server'
import { columnsOf } from '~/kit/tables/table.server'
import { recordAudit, recordAudits } from '~/models/core/audit/record-audit.server'
import type { MailKind, UnsubscribeWay } from '~/models/core/outbox/options'
import { MailAddress } from '~/models/core/outbox/tables.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope, SystemScope, VisitorScope } from '~/models/core/shared/scope.server'
import { systemActor } from '~/models/core/shared/system-actor'
import type { MailReport } from '~/services/mail/delivery-report'

const addressColumns = {
  ...columnsOf(MailAddress, 'a', 'publicId', 'toAddress', 'unsubscribedAt', 'unsubscribedBy', 'bouncedAt'),
  ...columnsOf(MailAddress, 'a', 'bounceReason', 'softBounces', 'softBouncedAt'),
}

/** Names of the school's students and guardians who have this address now. */
const ownerNames = textOrNull(`NULLIF(CONCAT_WS(', ',
    (SELECT GROUP_CONCAT(TRIM(CONCAT(s.first_name, ' ', s.last_name)) ORDER BY s.id SEPARATOR ', ') FROM students s
      WHERE s.school_id = a.school_id AND s.email = a.to_address),
    (SELECT GROUP_CONCAT(g.name ORDER BY g.id SEPARATOR ', ') FROM family_guardians g
      WHERE g.school_id = a.school_id AND g.email = a.to_address)), '')`)

/** Lists the addresses that need the office's attention: mails bounce, or the recipient has unsubscribed. */
export const { list: listMailAddresses } = plainList({
  columns: { ...addressColumns, whose: ownerNames },
  from: 'mail_addresses a',
  always:
    'a.school_id = :schoolId AND (a.bounced_at IS NOT NULL OR a.unsubscribed_at IS NOT NULL OR a.soft_bounces > 0)',
  last: 'a.id',
  search: ['a.to_address', ownerNames.sql],
  filters: {
    state: `CASE :state WHEN 'bounced' THEN a.bounced_at IS NOT NULL WHEN 'unsubscribed' THEN a.unsubscribed_at IS NOT NULL
      ELSE a.bounced_at IS NULL AND a.soft_bounces > 0 END`,
  },
  orders: { newest: 'a.updated_at', address: 'a.to_address' },
})

export function findMailAddress({ schoolId }: SchoolScope, publicId: string) {
  const fromClause = 'FROM mail_addresses a WHERE a.school_id = :schoolId AND a.public_id = :publicId'
  return selectRow({ ...addressColumns, whose: ownerNames }, fromClause, { schoolId, publicId })
}

/**
 * Reason for not sending a mail: the address bounces, or the recipient has unsubscribed from bulk mail. Null if it can
 * be sent. Mails about sign-in and passwords are always sent, since a wrong mark must not lock the user out.
 */
export async function findMailObstacle(
  _system: SystemScope,
  mail: { schoolId: number | null; toAddress: string; kind: MailKind },
): Promise<'undeliverable' | 'unsubscribed' | null> {
  if (mail.schoolId === null || mail.kind === 'account') return null
  const row = await selectRow(
    { bounces: flag('a.bounced_at IS NOT NULL'), isUnsubscribed: flag('a.unsubscribed_at IS NOT NULL') },
    'FROM mail_addresses a WHERE a.school_id = :schoolId AND a.to_address = :toAddress',
    { schoolId: mail.schoolId, toAddress: mail.toAddress },
  )
  if (row?.bounces) return 'undeliverable'
  return row?.isUnsubscribed && mail.kind === 'bulk' ? 'unsubscribed' : null
}

/**
 * Runs in the caller's transaction: creates or updates the record of an address. `assignments` is SQL, so it must come
 * from this file.
 */
async function upsertAddress(
  schoolId: number,
  address: string,
  assignments: string,
  values: Record<string, string | null> = {},
) {
  const now = 'UTC_TIMESTAMP(3)'
  await execute(
    `INSERT INTO mail_addresses (public_id, school_id, to_address, created_at, updated_at)
     VALUES (:publicId, :schoolId, :address, ${now}, ${now}) ON DUPLICATE KEY UPDATE updated_at = ${now}`,
    { publicId: newPublicId(), schoolId, address },
  )
  await execute(`UPDATE mail_addresses SET ${assignments} WHERE school_id = :schoolId AND to_address = :address`, {
    ...values,
    schoolId,
    address,
  })
}

/**
 * Records a permanent bounce of an address that does not exist, and marks the school's guardians who have this address.
 */
export async function recordBounce(
  _system: SystemScope,
  mail: { schoolId: number | null; toAddress: string },
  reason: string,
) {
  if (mail.schoolId === null) return
  const { schoolId, toAddress } = mail
  await inTransaction(async () => {
    await upsertAddress(
      schoolId,
      toAddress,
      'bounced_at = COALESCE(bounced_at, UTC_TIMESTAMP(3)), bounce_reason = :reason',
      { reason: reason.slice(0, 300) },
    )
    const guardians = await selectRows(
      { id: number('g.id') },
      `FROM family_guardians g WHERE g.school_id = :schoolId AND g.email = :toAddress AND g.email_state <> 'wrong'
       ORDER BY g.id FOR UPDATE`,
      { schoolId, toAddress },
    )
    const ids = guardians.map(({ id }) => id)
    await setEmailState({ schoolId, actor: systemActor }, ids, 'wrong', markedByBounce, toAddress)
  })
}

/** Audit action: a bounce, not the office, marked a guardian's address. */
const markedByBounce = 'guardian.address-failed'
const unmarked = 'guardian.address-tried-again'

/** School, and who acts in it: the office or the system. */
type ActingScope = Pick<SchoolScope, 'schoolId' | 'actor'>

/**
 * Runs in the caller's transaction, which has locked the rows of these guardians: sets the state of their address, with
 * an audit entry for each.
 */
async function setEmailState(
  scope: ActingScope,
  ids: readonly number[],
  emailState: 'wrong' | 'unproved',
  action: string,
  email: string,
): Promise<void> {
  if (ids.length === 0) return
  await execute(
    `UPDATE family_guardians SET email_state = :emailState, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id IN (:ids)`,
    { schoolId: scope.schoolId, ids, emailState },
  )
  const details = { email, emailState }
  await recordAudits(
    scope,
    ids.map((id) => ({ action, subject: { kind: 'guardian', id }, details })),
  )
}

/**
 * Runs in the caller's transaction: locks the guardians whose address is marked as wrong because of a bounce, not by
 * the office. The audit log shows what marked the address; a mark without an audit entry counts as set by a bounce.
 */
async function lockGuardiansMarkedByBounce(schoolId: number, address: string): Promise<number[]> {
  const guardians = await selectRows(
    { id: number('g.id') },
    `FROM family_guardians g WHERE g.school_id = :schoolId AND g.email = :address AND g.email_state = 'wrong' ORDER BY g.id FOR UPDATE`,
    { schoolId, address },
  )
  if (guardians.length === 0) return []
  const entries = await selectRows(
    { guardianId: number('x.subject_id'), action: text('x.action'), details: text('x.details') },
    `FROM audit_entries x WHERE x.school_id = :schoolId AND x.subject_kind = 'guardian' AND x.subject_id IN (:ids)
       AND x.action IN ('guardian.created', 'guardian.updated', '${markedByBounce}', '${unmarked}') ORDER BY x.id`,
    { schoolId, ids: guardians.map(({ id }) => id) },
  )
  /** By guardian: the action that marked the address as wrong after it was last right; null while it is right. */
  const firstWrongAction = new Map<number, string | null>()
  for (const { guardianId, action, details } of entries) {
    const isWrong = (JSON.parse(details) as { emailState?: string }).emailState === 'wrong'
    firstWrongAction.set(guardianId, isWrong ? (firstWrongAction.get(guardianId) ?? action) : null)
  }
  return guardians.map(({ id }) => id).filter((id) => (firstWrongAction.get(id) ?? markedByBounce) === markedByBounce)
}

/**
 * Processes a report about a mail. Counts temporary failures, marks an address that does not exist, and treats a
 * complaint as unsubscribing. Returns what it did; `unknown` when the mail is no longer stored.
 */
export async function processMailReport(
  system: SystemScope,
  mailId: number,
  report: MailReport,
): Promise<'marked' | 'counted' | 'noted' | 'unsubscribed' | 'unknown'> {
  const mail = await selectRow(
    { schoolId: numberOrNull('o.school_id'), toAddress: text('o.to_address') },
    'FROM outgoing_mail o WHERE o.id = :mailId',
    { mailId },
  )
  if (!mail) return 'unknown'
  const { schoolId, toAddress } = mail
  if (report.kind === 'complaint') {
    if (schoolId !== null) await setUnsubscribed({ schoolId, address: toAddress }, 'complaint')
    return 'unsubscribed'
  }
  if (report.kind === 'failed') {
    await execute(
      `UPDATE outgoing_mail SET bounced_at = COALESCE(bounced_at, UTC_TIMESTAMP(3)), last_error = :reason WHERE id = :mailId`,
      { mailId, reason: report.reason },
    )
  }
  if (report.verdict === 'nobody') {
    await recordBounce(system, mail, report.reason)
    return 'marked'
  }
  if (report.verdict !== 'later') return 'noted'
  if (schoolId !== null) {
    await inTransaction(() =>
      upsertAddress(schoolId, toAddress, 'soft_bounces = soft_bounces + 1, soft_bounced_at = UTC_TIMESTAMP(3)'),
    )
  }
  return 'counted'
}

/** Recipient of a bulk mail who has followed its unsubscribe link. */
type LinkRecipient = { schoolId: number; address: string }

/** Bulk mail subscription of the link's recipient, with the school; null if the school no longer exists. */
export function findSubscription(_visitor: VisitorScope, { schoolId, address }: LinkRecipient) {
  return selectRow(
    {
      schoolName: text('c.name'),
      isUnsubscribed: flag(`EXISTS (SELECT 1 FROM mail_addresses a WHERE a.school_id = c.id AND a.to_address = :address
        AND a.unsubscribed_at IS NOT NULL)`),
    },
    'FROM schools c WHERE c.id = :schoolId',
    { schoolId, address },
  )
}

/** Unsubscribes an address from the school's bulk mail; a repeat keeps the original time and method. */
export function unsubscribe(
  _visitor: VisitorScope,
  recipient: LinkRecipient,
  way: Exclude<UnsubscribeWay, 'complaint'>,
): Promise<void> {
  return setUnsubscribed(recipient, way)
}

async function setUnsubscribed({ schoolId, address }: LinkRecipient, way: UnsubscribeWay): Promise<void> {
  await inTransaction(() =>
    upsertAddress(
      schoolId,
      address,
      'unsubscribed_by = COALESCE(unsubscribed_by, :way), unsubscribed_at = COALESCE(unsubscribed_at, UTC_TIMESTAMP(3))',
      { way },
    ),
  )
}

export async function resubscribe(_visitor: VisitorScope, { schoolId, address }: LinkRecipient): Promise<void> {
  await execute(
    `UPDATE mail_addresses SET unsubscribed_at = NULL, unsubscribed_by = NULL, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND to_address = :address`,
    { schoolId, address },
  )
}

/**
 * Clears the bounce mark of an address that the office considers correct: mails are sent again. Marks set by the office
 * stay. Refuses `not-found` and `not-marked`.
 */
export function clearBounce(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'not-marked'>> {
  const { schoolId } = scope
  return inTransaction(async () => {
    const mailAddress = await selectRow(
      { ...columnsOf(MailAddress, 'a', 'id', 'toAddress', 'bouncedAt', 'softBounces') },
      'FROM mail_addresses a WHERE a.school_id = :schoolId AND a.public_id = :publicId FOR UPDATE',
      { schoolId, publicId },
    )
    if (!mailAddress) return refused('not-found')
    if (mailAddress.bouncedAt === null && mailAddress.softBounces === 0) return refused('not-marked')
    await execute(
      `UPDATE mail_addresses SET bounced_at = NULL, bounce_reason = NULL, soft_bounces = 0, soft_bounced_at = NULL,
         updated_at = UTC_TIMESTAMP(3) WHERE id = :id`,
      { id: mailAddress.id },
    )
    // Without a permanent bounce, no guardian was marked, so there is none to reset.
    const guardianIds =
      mailAddress.bouncedAt === null ? [] : await lockGuardiansMarkedByBounce(schoolId, mailAddress.toAddress)
    await setEmailState(scope, guardianIds, 'unproved', unmarked, mailAddress.toAddress)
    const subject = { kind: 'mail-address', id: mailAddress.id }
    await recordAudit(scope, { action: 'mail-address.tried-again', subject })
    return done()
  })
}

/**
 * The student's own address, and whether it bounces or is unsubscribed; `mailAddress` is the public id of its row in
 * `mail_addresses`, if it has one.
 */
export function findOwnMail({ schoolId, studentId }: { schoolId: number; studentId: number }) {
  return selectRow(
    {
      email: textOrNull('s.email'),
      mailAddress: textOrNull('a.public_id'),
      bounces: flag('COALESCE(a.bounced_at IS NOT NULL, 0)'),
      isUnsubscribed: flag('COALESCE(a.unsubscribed_at IS NOT NULL, 0)'),
    },
    `FROM students s LEFT JOIN mail_addresses a ON a.school_id = s.school_id AND a.to_address = s.email
     WHERE s.school_id = :schoolId AND s.id = :studentId`,
    { schoolId, studentId },
  )
}
