import { randomInt } from 'node:crypto'
import { execute, number, selectRow, text, wordOf } from '~/database/database.server'
import { signInTurns } from '~/models/accounts/options'
import { bareActivationCode, parseSignInName } from '~/models/accounts/rules'
import { claimTurn } from '~/models/accounts/throttle.server'
import { recordSecurityEvent } from '~/models/audit/record-security-event.server'
import { SchoolSuspended, suspendedIdOf } from '~/models/schools/suspended.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope, VisitorScope } from '~/models/shared/scope.server'
import { keyedDigest } from '~/services/secrets/secrets.server'
import { givesRightSql, isOpenSql } from './invited'
import { rightContacts } from './told.server'

/** An invitation can be activated this long. */
export const invitationDays = 30

// As the activation slip of a student: no vowels, no 0/O/1/I/L.
const alphabet = '23456789BCDFGHJKMNPQRSTVWXYZ'
const codeLength = 12

const digest = (what: string, value: string) => keyedDigest(`guardian-invitation-${what}`, value).toString('hex')

/** How a code goes to the guardian. */
export type InvitationWay = 'slip' | 'mail'

interface Contacts {
  mobileNumber: string | null
  email: string | null
}

/** What the guardian has to give beside the code, as the school holds it on the day of the invitation. */
const contactHash = ({ mobileNumber, email }: Contacts) => digest('contact', `${mobileNumber ?? ''} ${email ?? ''}`)

/**
 * Makes the code by which a guardian of the school activates an account: `7KQ4-MW2H-9RTX`. It is told once, here, and only its digest is kept; one
 * made before is worth nothing any longer. It opens nothing by itself: whoever activates also gives the whole mobile number or e-mail address
 * that the school holds, and an invitation is dead once that changes or is found to be wrong. Sent by mail it asks for the number alone where
 * there is one: who reads that mailbox has the code and knows the address. Refuses `no-contact`: there is neither that is right.
 */
export async function makeInvitation({ schoolId }: SchoolScope, guardianId: number, by: InvitationWay = 'slip') {
  const guardian = await selectRow(
    rightContacts,
    'FROM family_guardians g WHERE g.school_id = :schoolId AND g.id = :guardianId',
    { schoolId, guardianId },
  )
  if (!guardian) return refused('not-found')
  if (guardian.mobileNumber === null && guardian.email === null) return refused('no-contact')
  const asked = by === 'mail' && guardian.mobileNumber !== null ? { ...guardian, email: null } : guardian
  const signs = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
  await execute(
    `INSERT INTO guardian_invitations (school_id, guardian_id, code_hash, contact_hash, sent_by, created_at, expires_at)
     VALUES (:schoolId, :guardianId, :code, :contact, :by, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL ${invitationDays} DAY)
     ON DUPLICATE KEY UPDATE code_hash = VALUES(code_hash), contact_hash = VALUES(contact_hash), sent_by = VALUES(sent_by), wrong_tries = 0,
       created_at = VALUES(created_at), expires_at = VALUES(expires_at), used_at = NULL`,
    { schoolId, guardianId, by, code: digest('code', signs), contact: contactHash(asked) },
  )
  return done(signs.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Takes the invitation back, such as of a guardian whose number is another one. */
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
  language: wordOf<'en' | 'hi' | 'gu' | null>('g.language'),
  accountId: wordOf<number | null>('g.account_id'),
  schoolName: text('(SELECT c.name FROM schools c WHERE c.id = i.school_id)'),
  suspendedSchool: suspendedIdOf('i.school_id'),
}

export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/**
 * An invitation by the digest of its code, as long as it can be activated, with the number and address of which one is asked for; null when they are
 * others by now or wrong, and while the guardian has no right with a child.
 * @throws SchoolSuspended where the school is
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
  return contactsAsked(row)
}

/** The row with the number and address of which one is asked for; null where they are others by now, or wrong: the invitation is dead. */
export function contactsAsked<Row extends Contacts & { contactHash: string }>(row: Row): Row | null {
  return [row, { ...row, email: null }].find((contacts) => contactHash(contacts) === row.contactHash) ?? null
}

/** Whether the slip whose code's digest begins with `code` can still be activated by this guardian. */
export async function isSlipOpen({ schoolId }: SchoolScope, guardianId: number, code: string): Promise<boolean> {
  const row = await selectRow(
    { ...rightContacts, contactHash: text('i.contact_hash') },
    `FROM guardian_invitations i JOIN family_guardians g ON g.school_id = i.school_id AND g.id = i.guardian_id
     WHERE i.school_id = :schoolId AND i.guardian_id = :guardianId AND LEFT(i.code_hash, 16) = :code AND ${isOpenSql('i')}`,
    { schoolId, guardianId, code },
  )
  return row !== null && contactsAsked(row) !== null
}

/**
 * Proves an invitation by its code and the mobile number or e-mail address of the guardian; answers the digest by which the next page finds it.
 * One refusal for whatever is wrong. A right code opens it whatever was tried before: nobody can guess one (58 bits), and nobody can keep the
 * guardian out by wrong ones. Those are counted by the network, and on an invitation whose code was right, so that a slip that somebody found is
 * not tried with many numbers.
 */
export async function proveInvitation(
  visitor: VisitorScope,
  typed: { contact: string; code: string },
  network: string | null,
) {
  const contact = parseSignInName(typed.contact)
  const codeHash = digest('code', bareActivationCode(typed.code))
  const found = await findInvitation(visitor, codeHash)
  const isTheirs =
    found && contact && (contact.kind === 'mobile' ? found.mobileNumber : found.email?.toLowerCase()) === contact.value
  if (isTheirs) return done({ codeHash, contact })
  if (found)
    await execute('UPDATE guardian_invitations SET wrong_tries = wrong_tries + 1 WHERE id = :id', { id: found.id })
  const ofNetwork = await claimTurn(`guardian-activation-network:${network ?? 'none'}`, signInTurns.strangers)
  if (!ofNetwork.ok) return { ok: false as const, reason: 'slowed' as const, waitSeconds: ofNetwork.waitSeconds }
  await recordSecurityEvent(
    { schoolId: found?.schoolId ?? null },
    { kind: 'wrong-code', details: { asked: 'invitation of a guardian' } },
  )
  return refused('not-valid')
}
