import { inTransaction, lockRows, number, selectRow, selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { takeOfficeMail } from '~/models/core/outbox/mail-room.server'
import { findNamesInMail } from '~/models/core/schools/names-in-mail.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { voidResetLinks } from '../passwords/reset-password.server'
import { type Account, closeOtherSessions, ownAccount } from '../sign-in/sessions.server'
import { StaffUser } from '../tables.server'
import { type LinkOf, writeInvitation } from './invitations.server'
import type { StaffUserFields } from './staff-fields'
import { roleNames } from './staff-options'
import { findStaffUser } from './staff-queries.server'
import { notifyOwnersOfSecondPerson } from './tell-owners.server'

type Refused = { ok: false; reason: string }
/** Returns a refusal if this colleague must not lose the role or sign-in now. */
type CheckOwner<Refusal extends Refused> = (person: Colleague) => Promise<Refusal | null>
type Colleague = StaffUserFields & { id: number; version: number }
/** Returns the new fields of a colleague, who may have changed since the form was opened; null refuses the change. */
type ChangeOf = (person: Colleague) => StaffUserFields | null

/** Returns the fields of a form, or null if the colleague no longer has the version with which the form was loaded. */
export const ifUnchanged =
  (version: number, fields: StaffUserFields): ChangeOf =>
  (person) =>
    person.version === version ? fields : null

/**
 * Changes a colleague's name, e-mail and role. A new role ends the person's sessions; a new e-mail voids mailed links,
 * notifies the old address and repeats a pending invitation. Refuses `email-taken`, `changed` (`change` returns null),
 * `too-many-mails`, and as `mayTakeRights` (for a new role) and `checkOwner` do. Refuses `email-of-owner` to change the
 * address of another present or former owner, even a deactivated one: through the new address, the actor could set
 * that account's password and act as two people. Pages call `changeStaff`, which adds the second-person rule.
 */
export function updateStaff<Refusal extends Refused = never>(
  scope: SchoolScope,
  publicId: string,
  change: ChangeOf,
  linkOf: LinkOf,
  checkOwner?: CheckOwner<Refusal>,
) {
  return inTransaction(
    async () => {
      const staffUser = await findStaffUser(scope, publicId)
      if (!staffUser) return refused('not-found')
      const wanted = change(staffUser)
      if (!wanted) return refused('changed')
      const asksRights = wanted.role !== staffUser.role
      const allowed = asksRights ? await mayTakeRights(scope, staffUser) : done()
      if (!allowed.ok) return refused(allowed.reason)
      const person = await findStaffUser(scope, publicId, { lock: true })
      if (!person) return refused('not-found')
      const fields = change(person)
      if (!fields) return refused('changed')
      const { name, email, role } = fields
      const isAnothers = email !== person.email && person.state !== 'invited' && person.id !== scope.actor.id
      if (isAnothers && (person.role === 'owner' || (await hasBeenOwner(scope, person.id))))
        return refused('email-of-owner')
      const isNotified = email !== person.email && person.state === 'active'
      if (isNotified && !(await takeOfficeMail(scope.schoolId))) return refused('too-many-mails')
      const isDemotion = person.role === 'owner' && role !== 'owner'
      const refusal = isDemotion ? await checkOwner?.(person) : null
      if (refusal) return refusal
      const filter = { id: person.id, schoolId: scope.schoolId }
      const since: { rightsChangedAt?: Date } =
        asksRights || email !== person.email ? { rightsChangedAt: new Date() } : {}
      await StaffUser.update({ name, email, role, version: person.version + 1, ...since }, { where: filter })
      const account: Account = { kind: 'staff', ...filter }
      if (asksRights) await closeOtherSessions(scope, account, null)
      if (email !== person.email) {
        await voidResetLinks(account)
        if (isNotified) await notifyOldAddress(scope, person)
        const written =
          person.state === 'invited' ? await writeInvitation(scope, { ...fields, id: person.id }, linkOf) : done()
        if (!written.ok) return written
      }
      if (isDemotion && person.state === 'active')
        await notifyFormerOwner(scope, person, `has changed your role from ${roleNames.owner} to ${roleNames[role]}`)
      if (since.rightsChangedAt && person.state !== 'inactive') await notifyOwnersOfSecondPerson(scope, fields)
      const details = { name, email, role, emailBefore: person.email, roleBefore: person.role }
      await recordAudit(scope, { action: 'staff.updated', subject: { kind: 'staff', id: person.id }, details })
      return done()
    },
    { staff_email: 'email-taken' },
  )
}

/** Notifies a person who is no longer an owner. `deed` continues the sentence after the actor's name. */
async function notifyFormerOwner(scope: SchoolScope, person: { name: string; email: string }, deed: string) {
  const names = inLanguage('en', (await findNamesInMail(scope.schoolId)).names)
  const text = [
    `Hello ${names.person(person.name)},`,
    `${names.person(scope.actor.name)} ${deed}. You are no longer an owner of the account of ${names.school}.`,
    'If you did not expect this, ask the other owners and the school’s management at once.',
  ].join('\n\n')
  const subject = 'You are no longer an owner'
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject, text, isOfAccount: true })
}

/**
 * Returns whether the person was an owner before. Without this check another owner could remove the role, change the
 * address and restore the role.
 */
async function hasBeenOwner({ schoolId }: SchoolScope, id: number): Promise<boolean> {
  const row = await selectRow(
    { id: number('a.id') },
    `FROM audit_entries a WHERE a.school_id = :schoolId AND a.subject_kind = 'staff' AND a.subject_id = :id
       AND a.action = 'staff.updated' AND JSON_VALUE(a.details, '$.roleBefore') = 'owner' LIMIT 1`,
    { schoolId, id },
  )
  return row !== null
}

/** Notifies the old address, without the new one, because the old address may belong to another person now. */
async function notifyOldAddress(scope: SchoolScope, person: { name: string; email: string }): Promise<void> {
  const names = inLanguage('en', (await findNamesInMail(scope.schoolId)).names)
  const text = [
    `Hello ${names.person(person.name)},`,
    `${names.person(scope.actor.name)} has changed the e-mail address that you sign in with. This address is no longer used.`,
    'If you did not ask for it, tell an owner of the school’s account at once.',
  ].join('\n\n')
  const subject = 'Your sign-in was changed'
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject, text, isOfAccount: true })
}

/**
 * Deactivates a colleague's sign-in or restores it. Deactivating ends sessions and mailed links; audit entries keep the
 * name. Refuses as `mayTakeRights` and `checkOwner` do. Pages call `changeStaffStatus`, which adds the second-person
 * rule.
 */
export function setStaffStatus<Refusal extends Refused = never>(
  scope: SchoolScope,
  publicId: string,
  status: 'active' | 'inactive',
  checkOwner?: CheckOwner<Refusal>,
) {
  return inTransaction(async () => {
    const staffUser = await findStaffUser(scope, publicId)
    if (!staffUser) return refused('not-found')
    const allowed = await mayTakeRights(scope, staffUser)
    if (!allowed.ok) return refused(allowed.reason)
    // Ignores a repeated restore. It would reset `rightsChangedAt`, and an owner with recent rights may not approve as
    // second person yet.
    if (status === 'active' && staffUser.state !== 'inactive') return done()
    const isRemoval = status === 'inactive' && staffUser.state === 'active'
    const refusal = isRemoval ? await checkOwner?.(staffUser) : null
    if (refusal) return refusal
    const since = status === 'active' ? { rightsChangedAt: new Date() } : {}
    await StaffUser.update({ status, ...since }, { where: { id: staffUser.id, schoolId: scope.schoolId } })
    const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: staffUser.id }
    if (status === 'inactive') {
      await closeOtherSessions(scope, account, null)
      await voidResetLinks(account)
      if (isRemoval && staffUser.role === 'owner') await notifyFormerOwner(scope, staffUser, 'has removed your sign-in')
    } else await notifyOwnersOfSecondPerson(scope, staffUser)
    const action = status === 'inactive' ? 'staff.deactivated' : 'staff.restored'
    const details = { name: staffUser.name, email: staffUser.email, role: staffUser.role }
    await recordAudit(scope, { action, subject: { kind: 'staff', id: staffUser.id }, details })
    return done()
  })
}

/**
 * Runs in the caller's transaction. Refuses a change of this person's role or sign-in: `no-owner-any-more` (the actor
 * is not an owner now), `last-owner`, `own-rights`. Locks the school's owners: if two demote each other concurrently,
 * the second is refused, so that one owner always remains.
 */
async function mayTakeRights(scope: SchoolScope, person: { id: number }) {
  // Locks the school's row first, so that a waiting transaction holds no lock that the other needs.
  await lockRows('FROM schools WHERE id = :schoolId', { schoolId: scope.schoolId })
  const owners = await selectRows(
    { id: number('id') },
    `FROM staff_users WHERE school_id = :schoolId AND role = 'owner' AND status = 'active'
       AND password_hash IS NOT NULL FOR UPDATE`,
    { schoolId: scope.schoolId },
  )
  const isOwner = (id: number | null) => owners.some((owner) => owner.id === id)
  if (scope.actor.kind === 'staff' && !isOwner(scope.actor.id)) return refused('no-owner-any-more')
  if (isOwner(person.id) && owners.length === 1) return refused('last-owner')
  return scope.actor.id === person.id ? refused('own-rights') : done()
}

const nameSelection = columnsOf(StaffUser, 'u', 'name', 'version')

export async function findOwnName(scope: SchoolScope): Promise<{ name: string; version: number }> {
  const { schoolId, id } = ownAccount(scope)
  const row = await selectRow(nameSelection, 'FROM staff_users u WHERE u.school_id = :schoolId AND u.id = :id', {
    schoolId,
    id,
  })
  if (!row) throw new Error('The person of a session is gone')
  return row
}

/**
 * Changes the staff user's own name, as shown to colleagues and in the audit log. If `version` is passed, refuses
 * `changed` when the account no longer has this version.
 */
export function renameSelf(scope: SchoolScope, name: string, version?: number): Promise<Outcome<undefined, 'changed'>> {
  const { schoolId, id } = ownAccount(scope)
  return inTransaction(async () => {
    const person = await StaffUser.findOne({ where: { schoolId, id }, lock: true })
    if (!person || (version !== undefined && person.version !== version)) return refused('changed')
    await person.update({ name, version: person.version + 1 })
    const details = { before: scope.actor.name, name }
    await recordAudit(scope, { action: 'staff.renamed', subject: { kind: 'staff', id }, details })
    return done()
  })
}
