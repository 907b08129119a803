import { setTimeout as sleep } from 'node:timers/promises'
import {
  execute,
  flag,
  inTransaction,
  number,
  numberOrNull,
  type RowOf,
  selectRow,
  selectRows,
  text,
  textOrNull,
  wordOf,
} from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { recordSecurityEvents } from '~/models/core/audit/record-security-event.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { namesInMail } from '~/models/core/schools/names-in-mail.server'
import { SchoolSuspended, suspendedSchool } from '~/models/core/schools/suspended.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { accountsSharingAName } from '~/models/people/students/options'
import { hashPassword } from '~/services/secrets/passwords.server'
import { hashToken, newToken } from '~/services/secrets/secrets.server'
import { findSender, listGuardianAccounts } from '../guardian-accounts.server'
import { resetLinkMinutes, resetTurns } from '../options'
import { forgetDevices, rememberDevice, type Whereabouts } from '../sign-in/devices.server'
import { type Account, accountTables, closeOtherSessions, rowOf, scopeOfAccount } from '../sign-in/sessions.server'
import { bucketOf, claimAttempt, claimTurn, forgetSignInFailures } from '../sign-in/throttle.server'
import { isUnapproved } from '../staff/school-order'
import type { Slowed } from './own-password.server'
import { problemOfNewPassword } from './password-facts.server'

/** Minimum duration of a request, in milliseconds, so that the time does not reveal whether a mail was written. */
const answerAfter = 250

/** Delay of the next mail to one address, in seconds: none for the first four, then a quarter of an hour. */
const mailDelay = (requests: number) => (requests < 4 ? 0 : 15 * 60)

/**
 * Mails one link for each account of the address, in one mail. Does not reveal whether there is any account. Refuses
 * `slowed` only by the number of requests from `network`.
 * @param linkOf returns the full URL of the reset page for an e-mail and a token
 */
export async function requestPasswordReset(
  _visitor: VisitorScope,
  role: Account['kind'],
  email: string,
  linkOf: (email: string, token: string) => string,
  network: string | null = null,
): Promise<Slowed | null> {
  const ofNetwork = await claimTurn(`reset-network:${network ?? 'none'}`, resetTurns)
  if (!ofNetwork.ok) return { ok: false, reason: 'slowed', waitSeconds: ofNetwork.waitSeconds }
  await Promise.all([mailLinks(role, email.trim().toLowerCase(), linkOf), sleep(answerAfter)])
  return null
}

async function mailLinks(role: Account['kind'], email: string, linkOf: (email: string, token: string) => string) {
  const claimed = await claimAttempt(bucketOf(`reset-${role}`, email), mailDelay)
  if (!claimed.ok) return
  const accounts = await findAccounts(role, email)
  const [first] = accounts
  await recordSecurityEvents(
    first
      ? accounts.map(({ id, schoolId }) => ({ schoolId, kind: 'reset-asked', subject: { kind: role, id } }))
      : [{ schoolId: null, kind: 'reset-asked', unknownName: email }],
  )
  if (!first) return
  await inTransaction(async () => {
    const links: string[] = []
    for (const account of accounts) {
      const link = linkOf(
        account.email,
        await makeResetToken({ kind: role, schoolId: account.schoolId, id: account.id } as Account, resetLinkMinutes),
      )
      const { name, school } = inLanguage(first.language, () => namedIn(account))
      links.push(`${school ? `${name} (${school})` : name}:\n${link}`)
    }
    const mail = inLanguage(first.language, () => ({
      subject: m.mail_reset_subject(),
      text: m.mail_reset_text({ links: links.join('\n\n'), minutes: resetLinkMinutes }),
    }))
    const sender = role === 'guardian' ? (await findSender(first.id)).sender : { schoolId: first.schoolId }
    // Uses the address on file, never the typed one: the database also matches addresses that differ by an accent.
    await enqueueMail({ ...sender, to: first.email, ...mail, isOfAccount: true })
  })
}

const accountSelection = {
  id: number('x.id'),
  schoolId: numberOrNull('x.schoolId'),
  name: text('x.name'),
  email: textOrNull('x.email'),
  language: wordOf<Language>('x.language'),
  schoolName: textOrNull('x.schoolName'),
  isUnapproved: flag('x.isUnapproved'),
}
type Found = RowOf<typeof accountSelection> & { email: string }

/** Returns the names for the mail: in full only if an approved school vouches for the account. */
function namedIn({ name, schoolName, isUnapproved }: Found) {
  const names = namesInMail({ name: schoolName ?? '', isApproved: !isUnapproved })
  return { name: names.person(name), school: schoolName === null ? null : names.school }
}

/** Limit of accounts in one mail. It may exceed the limit at sign-in, because no password is hashed here. */
const maxAccountsMailed = 200

async function findAccounts(role: Account['kind'], email: string): Promise<Found[]> {
  if (role === 'guardian') {
    const accounts = await listGuardianAccounts({ kind: 'email', value: email }, { max: maxAccountsMailed })
    return accounts.flatMap(({ id, name, email: onFile, language, isUnapproved }) =>
      onFile?.toLowerCase() === email
        ? [{ id, schoolId: null, name, email: onFile, language: language ?? 'en', schoolName: null, isUnapproved }]
        : [],
    )
  }
  const rows = await selectRows(
    accountSelection,
    role === 'student'
      ? `FROM (
           SELECT a.id, a.school_id AS schoolId, TRIM(CONCAT(a.first_name, ' ', a.last_name)) AS name, a.email, a.language,
             c.name AS schoolName, ${isUnapproved} AS isUnapproved, ROW_NUMBER() OVER (PARTITION BY a.school_id ORDER BY a.id) AS place
           FROM students a JOIN schools c ON c.id = a.school_id WHERE a.email = :email AND a.status = 'active' AND c.suspended_at IS NULL
         ) x WHERE place <= ${accountsSharingAName} ORDER BY isUnapproved, place, id LIMIT ${maxAccountsMailed}`
      : `FROM (
           SELECT a.id, a.school_id AS schoolId, a.name, a.email, 'en' AS language, c.name AS schoolName, ${isUnapproved} AS isUnapproved
           FROM staff_users a JOIN schools c ON c.id = a.school_id WHERE a.email = :email AND a.status = 'active' AND c.suspended_at IS NULL
         ) x`,
    { email },
  )
  return rows.filter((row): row is Found => row.email?.toLowerCase() === email)
}

/**
 * Creates a token that sets a password once, within `minutes`. The row keeps only its hash: a stolen backup resets
 * nothing.
 */
export async function makeResetToken(account: Account, minutes: number): Promise<string> {
  const token = newToken()
  await execute(
    `INSERT INTO password_resets (token_hash, school_id, ${accountTables[account.kind].column}, expires_at, created_at)
     VALUES (:hash, :schoolId, :id, UTC_TIMESTAMP(3) + INTERVAL :minutes MINUTE, UTC_TIMESTAMP(3))`,
    { hash: hashToken(token), schoolId: account.schoolId, id: account.id, minutes },
  )
  return token
}

export async function voidResetLinks(account: Account): Promise<void> {
  await execute(
    `UPDATE password_resets SET used_at = UTC_TIMESTAMP(3)
     WHERE school_id <=> :schoolId AND ${accountTables[account.kind].column} = :id AND used_at IS NULL`,
    { schoolId: account.schoolId, id: account.id },
  )
}

/**
 * Sets a new password by a mailed link. The link works once, only with the e-mail it was sent to, for thirty minutes (a
 * week for an invitation). A refused password or a suspended school (`SchoolSuspended`) does not use it up. Ends all
 * sessions and forgets all browsers except the one that opened the link, so that wrong passwords of others do not slow
 * the owner down.
 */
export async function resetPassword(
  visitor: VisitorScope,
  role: Account['kind'],
  form: { email: string; token: string; password: string },
  from: Whereabouts | null = null,
) {
  const tokenHash = hashToken(form.token)
  const linkedAccount = await findByLink(role, tokenHash, form.email)
  if (!linkedAccount) return refused('link-not-valid')
  const suspended = linkedAccount.schoolId === null ? null : await suspendedSchool(linkedAccount.schoolId)
  if (suspended !== null) throw new SchoolSuspended(suspended)
  const account = { kind: role, schoolId: linkedAccount.schoolId, id: linkedAccount.id } as Account
  const problem = await problemOfNewPassword(account, form.password)
  if (problem) return refused(problem)
  const passwordHash = await hashPassword(form.password)
  return inTransaction(async () => {
    const used = await execute(
      `UPDATE password_resets SET used_at = UTC_TIMESTAMP(3)
       WHERE token_hash = :tokenHash AND used_at IS NULL AND expires_at > UTC_TIMESTAMP(3)`,
      { tokenHash },
    )
    if (used === 0) return refused('link-not-valid')
    await voidResetLinks(account)
    await execute(
      `UPDATE ${accountTables[role].table} SET ${role === 'staff' ? trustBegins : ''}
         password_hash = :passwordHash, password_changed_at = UTC_TIMESTAMP(3) WHERE ${rowOf(account)}`,
      { passwordHash, schoolId: linkedAccount.schoolId, id: linkedAccount.id },
    )
    await closeOtherSessions(visitor, account, null)
    await forgetDevices(account)
    if (from) await rememberDevice(from, account)
    await forgetSignInFailures(account)
    const scope = scopeOfAccount(account, linkedAccount.name)
    await recordAudit(scope, { action: 'password.reset', subject: { kind: role, id: linkedAccount.id } })
    return done()
  })
}

/**
 * SQL assignment: the days after which a new staff user may approve requests (`isTrusted`) count from the first
 * password, not from the invitation. It must precede the assignment of `password_hash`, which it reads.
 */
const trustBegins = 'rights_changed_at = IF(password_hash IS NULL, UTC_TIMESTAMP(3), rights_changed_at),'

async function findByLink(role: Account['kind'], tokenHash: string, email: string) {
  const name = role === 'student' ? "TRIM(CONCAT(a.first_name, ' ', a.last_name))" : 'a.name'
  const { table, column } = accountTables[role]
  const row = await selectRow(
    { id: number('a.id'), schoolId: numberOrNull('r.school_id'), name: text(name), email: textOrNull('a.email') },
    `FROM password_resets r JOIN ${table} a ON a.id = r.${column}
     WHERE r.token_hash = :tokenHash AND r.used_at IS NULL AND r.expires_at > UTC_TIMESTAMP(3) AND a.status = 'active'`,
    { tokenHash },
  )
  return row && row.email?.toLowerCase() === email.trim().toLowerCase() ? row : null
}
