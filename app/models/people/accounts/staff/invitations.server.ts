import { inTransaction } from '~/database/database.server'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { takeOfficeMail } from '~/models/core/outbox/mail-room.server'
import { findNamesInMail } from '~/models/core/schools/names-in-mail.server'
import { done, type Outcome, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { makeResetToken, voidResetLinks } from '../passwords/reset-password.server'
import type { Account } from '../sign-in/sessions.server'
import { bucketOf } from '../sign-in/throttle.server'
import { StaffUser } from '../tables.server'
import type { StaffUserFields } from './staff-fields'
import { invitationDays, invitationsADay, invitationsOfSchool, roleNames } from './staff-options'
import { findStaffUser } from './staff-queries.server'
import { notifyOwnersOfSecondPerson } from './tell-owners.server'

/** Returns the full URL of the page on which a user chooses a password, for an e-mail and a token. */
export type LinkOf = (email: string, token: string) => string

/**
 * Creates a colleague's sign-in and mails a link to choose its password. Refuses `email-taken` when the address already
 * signs in at a school, and `too-many-mails` when the school or the address has reached its daily limit.
 */
export function inviteStaff(scope: SchoolScope, fields: StaffUserFields, linkOf: LinkOf) {
  return inTransaction(
    async () => {
      const added = await addStaffUser(scope, fields, linkOf)
      return added.ok ? done(added.value.publicId) : added
    },
    { staff_email: 'email-taken' },
  )
}

/**
 * Sends the invitation again, which invalidates the earlier link. Refuses `not-invited` when a password already exists,
 * and `too-many-mails` like `inviteStaff`.
 */
export function sendInvitation(scope: SchoolScope, publicId: string, linkOf: LinkOf) {
  return inTransaction(async () => {
    const person = await findStaffUser(scope, publicId, { lock: true })
    if (!person) return refused('not-found')
    if (person.state !== 'invited') return refused('not-invited')
    const written = await writeInvitation(scope, person, linkOf)
    if (!written.ok) return written
    const details = { email: person.email }
    await recordAudit(scope, { action: 'staff.invited-again', subject: { kind: 'staff', id: person.id }, details })
    return done()
  })
}

/**
 * Runs in the caller's transaction: creates a staff user without a password and mails the invitation. Throws for the
 * unique key `staff_email` when the address already signs in at a school. Refuses as `writeInvitation` does.
 */
export async function addStaffUser(scope: SchoolScope, { name, email, role }: StaffUserFields, linkOf: LinkOf) {
  const publicId = newPublicId()
  const { id } = await StaffUser.create({ publicId, schoolId: scope.schoolId, name, email, role, passwordHash: null })
  await recordAudit(scope, { action: 'staff.invited', subject: { kind: 'staff', id }, details: { name, email, role } })
  const written = await writeInvitation(scope, { id, name, email, role }, linkOf)
  if (!written.ok) return written
  await notifyOwnersOfSecondPerson(scope, { name, email, role })
  return done({ id, publicId })
}

/**
 * Runs in the caller's transaction: mails a link to choose the first password and invalidates earlier links. Refuses
 * `too-many-mails` when the daily limit of the school or the address is reached. The mail of an unapproved school
 * contains no names.
 */
export async function writeInvitation(
  scope: SchoolScope,
  person: StaffUserFields & { id: number },
  linkOf: LinkOf,
): Promise<Outcome<undefined, 'too-many-mails'>> {
  const school = await findNamesInMail(scope.schoolId)
  const limit = invitationsOfSchool[school.isApproved ? 'approved' : 'waiting']
  const hasRoom =
    (await takeOfficeMail(scope.schoolId)) &&
    (await takeQuota(`invitations:${scope.schoolId}`, limit, 24 * 3600)) &&
    (await takeQuota(bucketOf('invitation', person.email), invitationsADay, 24 * 3600))
  if (!hasRoom) return refused('too-many-mails')
  const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: person.id }
  await voidResetLinks(account)
  const token = await makeResetToken(account, invitationDays * 24 * 60)
  const names = inLanguage('en', school.names)
  const text = [
    `Hello ${names.person(person.name)},`,
    `${names.person(scope.actor.name)} has created a sign-in for you at ${names.school}: ${roleNames[person.role]}.`,
    `Choose your password here:\n${linkOf(person.email, token)}`,
    `The link works once, for ${invitationDays} days. After that, use "Forgot password?" on the sign-in page.`,
    'If you do not know this school, ignore this mail.',
  ].join('\n\n')
  const subject = `Your sign-in for ${names.school}`
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject, text, isOfAccount: true })
  return done()
}
