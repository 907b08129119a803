import { inTransaction } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type LinkOf, TooManyInvitations, writeInvitation } from './invite-step.server'
import { voidResetLinks } from './reset-links.server'
import { mayTakeRights } from './rights-step.server'
import { type Account, closeOtherSessions } from './sessions.server'
import { findStaffUser } from './staff-queries.server'
import type { StaffUserFields } from './staff-user-fields'
import { StaffUser } from './tables.server'

type Refusal =
  | 'not-found'
  | 'changed'
  | 'email-taken'
  | 'last-owner'
  | 'own-rights'
  | 'no-owner-any-more'
  | 'too-many-mails'

/**
 * Changes a colleague's name, e-mail and role. Another role ends that person's sessions; another e-mail ends the links that were
 * mailed to the old one and is told there, and invites again who has not chosen a password. A school keeps one owner ('last-owner'), and nobody
 * changes the own role ('own-rights'). Refuses `changed` when somebody else has saved it since `version`.
 */
export async function updateStaff(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: StaffUserFields,
  linkOf: LinkOf,
): Promise<Outcome<undefined, Refusal>> {
  try {
    return await inTransaction(async () => {
      const seen = await findStaffUser(scope, publicId)
      if (!seen) return refused('not-found')
      const asksRights = fields.role !== seen.role
      if (asksRights) {
        const allowed = await mayTakeRights(scope, seen)
        if (!allowed.ok) return refused(allowed.reason)
      }
      const person = await findStaffUser(scope, publicId, { lock: true })
      if (!person) return refused('not-found')
      if (person.version !== version) return refused('changed')
      await StaffUser.update(
        { name: fields.name, email: fields.email, role: fields.role, version: version + 1 },
        { where: { id: person.id, schoolId: scope.schoolId } },
      )
      const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: person.id }
      if (asksRights) await closeOtherSessions(scope, account, null)
      if (fields.email !== person.email) {
        await voidResetLinks(account)
        if (person.state === 'active') await tellOldAddress(scope, person)
        if (person.state === 'invited') await writeInvitation(scope, { ...fields, id: person.id }, linkOf)
      }
      const { name, email, role } = fields
      const details = { name, email, role, emailBefore: person.email, roleBefore: person.role }
      await recordAudit(scope, { action: 'staff.updated', subject: { kind: 'staff', id: person.id }, details })
      return done()
    })
  } catch (error) {
    if (error instanceof TooManyInvitations) return refused('too-many-mails')
    if (violatedUniqueKey(error) === 'staff_email') return refused('email-taken')
    throw error
  }
}

/** What the new address is, an owner tells: the old one may be somebody else's by now. */
async function tellOldAddress(scope: SchoolScope, person: { name: string; email: string }): Promise<void> {
  const text = [
    `Hello ${person.name},`,
    `${scope.actor.name} has changed the e-mail address that you sign in with. This one is not used any more.`,
    'If you did not ask for it, tell an owner of the school’s account at once.',
  ].join('\n\n')
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject: 'Your sign-in was changed', text })
}
