import { execute, inTransaction, number, selectRow } from '~/database/database.server'
import type { Language } from '~/language/language'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { GuardianScope, VisitorScope } from '~/models/core/shared/scope.server'
import { type Browser, openAccount } from '~/models/people/accounts/open-account.server'
import { studentPasswordLength } from '~/models/people/accounts/options'
import { replacePassword } from '~/models/people/accounts/passwords/change-password.server'
import { proveOwnPassword } from '~/models/people/accounts/passwords/own-password.server'
import { guardianFacts, problemOfNewPassword } from '~/models/people/accounts/passwords/password-facts.server'
import { passwordProblem } from '~/models/people/accounts/passwords/password-rules.server'
import { voidResetLinks } from '~/models/people/accounts/passwords/reset-password.server'
import type { SignInName } from '~/models/people/accounts/rules'
import { forgetDevices } from '~/models/people/accounts/sign-in/devices.server'
import { closeOtherSessions, scopeOfAccount } from '~/models/people/accounts/sign-in/sessions.server'
import { forgetSignInFailures } from '~/models/people/accounts/sign-in/throttle.server'
import { hashPassword } from '~/services/secrets/passwords.server'
import { mailConfirmation } from './change-sign-in.server'
import { endUnusedAccounts } from './end-accounts.server'
import { findInvitation, type OpenInvitation } from './invitations.server'

/** Proof of an invitation, from the page on which the guardian typed contact and code. */
export interface ProvedInvitation {
  codeHash: string
  /** Sign-in name as the guardian typed it, not other contacts that the school has entered. */
  contact: SignInName
}

/**
 * Activates an invitation and signs in. If all children of the guardian's account are at this school, sets the
 * account's new password (which repairs a forgotten one) and ends its sessions. Otherwise creates an account, and never
 * changes one with children at another school (decision 45). An additional e-mail address takes effect once its reader
 * has opened the mailed link.
 * @param linkOf makes the full URL of the confirmation page for a token
 */
export async function activateWithPassword(
  visitor: VisitorScope,
  proved: ProvedInvitation,
  form: { name: string; email: string | null; password: string; language: Language },
  browser: Browser,
  linkOf: (token: string) => string,
) {
  const mobile = proved.contact.kind === 'mobile' ? proved.contact.value : null
  const email = proved.contact.kind === 'email' ? proved.contact.value : null
  const problem = passwordProblem(form.password, guardianFacts(form.name, mobile), studentPasswordLength)
  if (problem) return refused(problem)
  const values = { name: form.name, mobile, email, language: form.language, hash: await hashPassword(form.password) }
  const activated = await inTransaction(async () => {
    const invitation = await findInvitation(visitor, proved.codeHash, { lock: true })
    if (!invitation) return refused('not-valid')
    const accountId = (await renewOwnAccount(visitor, invitation, values)) ?? (await makeAccount(values))
    await join(invitation, scopeOfAccount({ kind: 'guardian', schoolId: null, id: accountId }, form.name))
    if (email === null && form.email !== null)
      await mailConfirmation(
        { accountId, name: form.name, email: form.email, emailBefore: null },
        form.language,
        linkOf,
      )
    return done(accountId)
  })
  if (!activated.ok) return activated
  return done(await openAccount(visitor, { kind: 'guardian', schoolId: null, id: activated.value }, 'full', browser))
}

/**
 * Adds the school's children to the signed-in account. Requires the password, so that the phone alone is not enough,
 * and replaces it: anyone at another school who set up this account and knows its password loses access. All other
 * sessions end and mailed links become void. Refuses `same` (unchanged password), `not-valid` (the invitation),
 * `other-guardian`, and an unsuitable new or wrong current password.
 */
export async function joinAccount(
  visitor: VisitorScope,
  scope: GuardianScope,
  proved: ProvedInvitation,
  passwords: { current: string; next: string },
  sessionToken: string,
) {
  const account = { kind: 'guardian', schoolId: null, id: scope.accountId } as const
  if (passwords.next === passwords.current) return refused('same')
  const problem = await problemOfNewPassword(account, passwords.next)
  if (problem) return refused(problem)
  const proof = await proveOwnPassword(scope, passwords.current)
  if (!proof.ok) return proof
  const hashes = { from: proof.hash, to: await hashPassword(passwords.next) }
  return inTransaction(async () => {
    const invitation = await findInvitation(visitor, proved.codeHash, { lock: true })
    if (!invitation) return refused('not-valid')
    // Refuses an account already linked to another guardian of the school: two guardians of one school are two people.
    const other = await selectRow(
      { id: number('id') },
      'FROM family_guardians WHERE school_id = :schoolId AND account_id = :accountId AND id <> :guardianId FOR UPDATE',
      { schoolId: invitation.schoolId, accountId: scope.accountId, guardianId: invitation.guardianId },
    )
    if (other) return refused('other-guardian')
    const replaced = await replacePassword(scope, hashes, sessionToken)
    if (!replaced.ok) return replaced
    await forgetDevices(account)
    await voidResetLinks(account)
    await join(invitation, scope)
    return done({ schoolName: invitation.schoolName, ...replaced.value })
  })
}

type Values = { name: string; mobile: string | null; email: string | null; language: Language; hash: string }

async function makeAccount(values: Values): Promise<number> {
  const publicId = newPublicId()
  await execute(
    `INSERT INTO guardian_accounts (public_id, name, mobile_number, email, password_hash, password_changed_at, language, created_at, updated_at)
     VALUES (:publicId, :name, :mobile, :email, :hash, UTC_TIMESTAMP(3), :language, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3))`,
    { ...values, publicId },
  )
  const account = await selectRow({ id: number('id') }, 'FROM guardian_accounts WHERE public_id = :publicId', {
    publicId,
  })
  if (!account) throw new Error('the account that was just made is gone')
  return account.id
}

/**
 * Sets the new password on the guardian's account and returns its id if it has children of this school only; else null.
 */
async function renewOwnAccount(visitor: VisitorScope, { accountId }: OpenInvitation, values: Values) {
  if (accountId === null) return null
  // Locks the account before counting its schools, as another school's invitation may be activated concurrently.
  await selectRow({ id: number('id') }, 'FROM guardian_accounts WHERE id = :accountId FOR UPDATE', { accountId })
  const schools = await selectRow(
    { count: number('COUNT(*)') },
    'FROM family_guardians WHERE account_id = :accountId FOR UPDATE',
    { accountId },
  )
  if (schools?.count !== 1) return null
  const account = { kind: 'guardian', schoolId: null, id: accountId } as const
  // Removes the previous address: its reader could open the account again by a link.
  await execute(
    `UPDATE guardian_accounts SET name = :name, mobile_number = COALESCE(:mobile, mobile_number), email = :email,
       password_hash = :hash, password_changed_at = UTC_TIMESTAMP(3), updated_at = UTC_TIMESTAMP(3) WHERE id = :accountId`,
    { ...values, accountId },
  )
  await closeOtherSessions(visitor, account, null)
  await forgetDevices(account)
  await voidResetLinks(account)
  await forgetSignInFailures(account)
  return accountId
}

/** Links the school's guardian to the account and marks the invitation as used. */
async function join({ id, schoolId, guardianId, accountId }: OpenInvitation, scope: GuardianScope): Promise<void> {
  await selectRow({ id: number('id') }, 'FROM guardian_accounts WHERE id = :accountId FOR UPDATE', {
    accountId: scope.accountId,
  })
  await execute('UPDATE guardian_invitations SET used_at = UTC_TIMESTAMP(3) WHERE id = :id', { id })
  await execute(
    `UPDATE family_guardians SET account_id = :accountId, version = version + 1, updated_at = UTC_TIMESTAMP(3)
     WHERE school_id = :schoolId AND id = :guardianId`,
    { accountId: scope.accountId, schoolId, guardianId },
  )
  await recordAudit(scope, {
    action: 'guardian.activated',
    subject: { kind: 'guardian', id: guardianId },
    // Does not record whether the guardian now uses another account: that would reveal children at other schools.
    details: { again: accountId !== null },
    schoolId,
  })
  if (accountId !== null) await endUnusedAccounts([accountId])
}
