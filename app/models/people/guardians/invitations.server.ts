import { randomInt } from 'node:crypto'
import { execute, number, numberOrNull, selectRow, text, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { recordSecurityEvent } from '~/models/core/audit/record-security-event.server'
import { SchoolSuspended, suspendedIdOf } from '~/models/core/schools/suspended.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope, VisitorScope } from '~/models/core/shared/scope.server'
import { signInTurns } from '~/models/people/accounts/options'
import { bareActivationCode, parseSignInName } from '~/models/people/accounts/rules'
import { claimTurn } from '~/models/people/accounts/sign-in/throttle.server'
import { keyedDigest } from '~/services/secrets/secrets.server'
import { givesRightSql, isOpenSql } from './invited'
import { rightContacts } from './told.server'

export const invitationDays = 30

// Same alphabet as a student's activation slip: no vowels, no 0/O/1/I/L.
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const codeLength = 12

const digest = (purpose: string, value: string) => keyedDigest(`guardian-invitation-${purpose}`, value).toString('hex')

export type InvitationWay = 'slip' | 'mail'

interface Contacts {
  mobileNumber: string | null
  email: string | null
}

/** Digest of the contacts on the day of the invitation. The guardian must type one of them with the code. */
const contactHash = ({ mobileNumber, email }: Contacts) => digest('contact', `${mobileNumber ?? ''} ${email ?? ''}`)

/**
 * Creates and returns the code with which a guardian activates an account: `7KQ4-MW2H-9RTX`. Only its digest is stored;
 * a previous code becomes void. Activation also requires the stored mobile number or e-mail address; if that contact
 * changes or is marked wrong, the code is void. A mailed code requires the number, if there is one, because a reader of
 * the mailbox knows the address. Refuses `no-contact`.
 */
export async function makeInvitation({ schoolId }: SchoolScope, guardianId: number, way: InvitationWay = 'slip') {
  const guardian = await selectRow(
    rightContacts,
    'FROM family_guardians g WHERE g.school_id = :schoolId AND g.id = :guardianId',
    { schoolId, guardianId },
  )
  if (!guardian) return refused('not-found')
  if (guardian.mobileNumber === null && guardian.email === null) return refused('no-contact')
  const contacts = way === 'mail' && guardian.mobileNumber !== null ? { ...guardian, email: null } : guardian
  const signs = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  await execute(
    `INSERT INTO guardian_invitations (school_id, guardian_id, code_hash, contact_hash, sent_by, created_at, expires_at)
     VALUES (:schoolId, :guardianId, :code, :contact, :by, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL ${invitationDays} DAY)
     ON DUPLICATE KEY UPDATE code_hash = VALUES(code_hash), contact_hash = VALUES(contact_hash), sent_by = VALUES(sent_by), wrong_tries = 0,
       created_at = VALUES(created_at), expires_at = VALUES(expires_at), used_at = NULL`,
    { schoolId, guardianId, by: way, code: digest('code', signs), contact: contactHash(contacts) },
  )
  return done(signs.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Deletes an invitation, for example when the guardian's number has changed. */
export async function voidInvitation({ schoolId }: SchoolScope, guardianId: number): Promise<void> {
  await execute('DELETE FROM guardian_invitations WHERE school_id = :schoolId AND guardian_id = :guardianId', {
    schoolId,
    guardianId,
  })
}

const invitation = {
  id: number('i.id'),
  schoolId: number('i.school_id'),
  guardianId: number('i.guardian_id'),
  codeHash: text('i.code_hash'),
  contactHash: text('i.contact_hash'),
  name: text('g.name'),
  ...rightContacts,
  language: wordOf<Language | null>('g.language'),
  accountId: numberOrNull('g.account_id'),
  schoolName: text('(SELECT c.name FROM schools c WHERE c.id = i.school_id)'),
  suspendedSchool: suspendedIdOf('i.school_id'),
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/**
 * Finds an invitation by the digest of its code, with the contacts, one of which the guardian must enter. Null when it
 * can no longer be activated, its contacts have changed or are wrong, or the guardian has no rights.
 * @throws SchoolSuspended if the school is suspended
 */
export async function findInvitation(_visitor: VisitorScope, codeHash: string, options: { lock?: true } = {}) {
  const row = await selectRow(
    invitation,
    `FROM guardian_invitations i JOIN family_guardians g ON g.school_id = i.school_id AND g.id = i.guardian_id
     WHERE i.code_hash = :codeHash AND ${isOpenSql('i')}
       AND EXISTS (SELECT 1 FROM guardian_links k JOIN students s ON s.school_id = k.school_id AND s.id = k.student_id AND s.status = 'active'
         WHERE k.school_id = g.school_id AND k.guardian_id = g.id AND ${givesRightSql})
     ${options.lock ? 'FOR UPDATE' : ''}`,
    { codeHash },
  )
  if (!row) return null
  if (row.suspendedSchool !== null) throw new SchoolSuspended(row.suspendedSchool)
  return requiredContacts(row)
}

/**
 * Returns the row with the contacts, one of which the guardian must enter. Null when they have changed or are wrong:
 * this voids the invitation.
 */
export function requiredContacts<Row extends Contacts & { contactHash: string }>(row: Row): Row | null {
  return [row, { ...row, email: null }].find((contacts) => contactHash(contacts) === row.contactHash) ?? null
}

/** Returns true when the slip whose code digest begins with `code` can still be activated by this guardian. */
export async function isSlipOpen({ schoolId }: SchoolScope, guardianId: number, code: string): Promise<boolean> {
  const row = await selectRow(
    { ...rightContacts, contactHash: text('i.contact_hash') },
    `FROM guardian_invitations i JOIN family_guardians g ON g.school_id = i.school_id AND g.id = i.guardian_id
     WHERE i.school_id = :schoolId AND i.guardian_id = :guardianId AND LEFT(i.code_hash, 16) = :code AND ${isOpenSql('i')}`,
    { schoolId, guardianId, code },
  )
  return row !== null && requiredContacts(row) !== null
}

/**
 * Proves an invitation by code and mobile number or e-mail address; returns the code's digest for the next page. All
 * errors give the same refusal. Correct input is never slowed down: the code cannot be guessed (58 bits), and wrong
 * tries must not lock the guardian out. Failures count per network; those with a correct code also count per
 * invitation, which protects a lost slip.
 */
export async function proveInvitation(
  visitor: VisitorScope,
  input: { contact: string; code: string },
  network: string | null,
) {
  const contact = parseSignInName(input.contact)
  const codeHash = digest('code', bareActivationCode(input.code))
  const invitationRow = await findInvitation(visitor, codeHash)
  const isTheirs =
    invitationRow &&
    contact &&
    (contact.kind === 'mobile' ? invitationRow.mobileNumber : invitationRow.email?.toLowerCase()) === contact.value
  if (isTheirs) return done({ codeHash, contact })
  if (invitationRow)
    await execute('UPDATE guardian_invitations SET wrong_tries = wrong_tries + 1 WHERE id = :id', {
      id: invitationRow.id,
    })
  const ofNetwork = await claimTurn(`guardian-activation-network:${network ?? 'none'}`, signInTurns.strangers)
  if (!ofNetwork.ok) return { ok: false as const, reason: 'slowed' as const, waitSeconds: ofNetwork.waitSeconds }
  await recordSecurityEvent(
    { schoolId: invitationRow?.schoolId ?? null },
    { kind: 'wrong-code', details: { asked: 'invitation of a guardian' } },
  )
  return refused('not-valid')
}
