import { selectOne } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { enqueueMail } from '~/models/outbox/enqueue.server'
import { mailsLeft } from '~/models/outbox/mail-room.server'
import { newPublicId } from '~/models/shared/public-id.server'
import { takeQuota } from '~/models/shared/quota.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { makeResetToken, voidResetLinks } from './reset-links.server'
import type { Account } from './sessions.server'
import { invitationDays, invitationsADay, roleNames } from './staff-options'
import type { StaffUserFields } from './staff-user-fields'
import { StaffUser } from './tables.server'
import { bucketOf } from './throttle.server'

/** Makes the full address of the page that chooses a password, for an e-mail and a token. */
export type LinkOf = (email: string, token: string) => string

/**
 * A step: makes a staff user who has no password yet, and writes the invitation. The key `staff_email` throws when the e-mail
 * already signs in somewhere. @throws TooManyInvitations
 */
export async function addStaffUser(scope: SchoolScope, fields: StaffUserFields, linkOf: LinkOf) {
  const { name, email, role } = fields
  const made = await StaffUser.create({
    publicId: newPublicId(),
    schoolId: scope.schoolId,
    name,
    email,
    role,
    passwordHash: null,
  })
  await recordAudit(scope, {
    action: 'staff.invited',
    subject: { kind: 'staff', id: made.id },
    details: { name, email, role },
  })
  await writeInvitation(scope, { id: made.id, name, email, role }, linkOf)
  return { id: made.id, publicId: made.publicId }
}

/** Thrown to take the whole change back: the school's mails of the day, or those to this address, are used up. */
export class TooManyInvitations extends Error {}

/** A step: mails a link to choose the first password; links mailed before end. @throws TooManyInvitations */
export async function writeInvitation(
  scope: SchoolScope,
  person: StaffUserFields & { id: number },
  linkOf: LinkOf,
): Promise<void> {
  const hasRoom =
    (await takeQuota(bucketOf('invitation', person.email), invitationsADay, 24 * 3600)) &&
    (await mailsLeft(scope.schoolId)) > 0
  if (!hasRoom) throw new TooManyInvitations()
  const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: person.id }
  await voidResetLinks(account)
  const token = await makeResetToken(account, invitationDays * 24 * 60)
  const school = await selectOne<{ name: string }>('SELECT name FROM schools WHERE id = :schoolId', {
    schoolId: scope.schoolId,
  })
  const schoolName = school?.name ?? ''
  const text = [
    `Hello ${person.name},`,
    `${scope.actor.name} has created a sign-in for you at ${schoolName}: ${roleNames[person.role]}.`,
    `Choose your password here:\n${linkOf(person.email, token)}`,
    `The link works once, for ${invitationDays} days. After that, use "Forgot password?" on the sign-in page.`,
    'If you do not know this school, you need not do anything.',
  ].join('\n\n')
  const subject = `Your sign-in for ${schoolName}`
  await enqueueMail({ schoolId: scope.schoolId, to: person.email, subject, text })
}
