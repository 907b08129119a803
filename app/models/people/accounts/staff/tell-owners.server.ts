import { selectRows } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { findSettings } from '~/models/core/schools/settings.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { StaffUser } from '../tables.server'
import { mayStaff } from './permissions'
import type { StaffUserFields } from './staff-fields'
import { daysOfTrust, roleNames } from './staff-options'

/** Mails every owner who can sign in, including the actor: that account may be compromised. */
export async function notifyOwners(
  { schoolId }: SchoolScope,
  subject: string,
  lines: readonly string[],
): Promise<void> {
  const owners = await selectRows(
    columnsOf(StaffUser, 'u', 'name', 'email'),
    `FROM staff_users u WHERE u.school_id = :schoolId AND u.role = 'owner' AND u.status = 'active' AND u.password_hash IS NOT NULL
     ORDER BY u.id`,
    { schoolId },
  )
  for (const { name, email } of owners) {
    const body = [`Hello ${name},`, ...lines].join('\n\n')
    await enqueueMail({ schoolId, to: email, subject, text: body, class: 'waited' })
  }
}

/**
 * Runs in the caller's transaction. If the school requires a second person, tells its owners that this account can act
 * as one after `daysOfTrust`. Otherwise an owner could secretly create a second account, wait, and use it to approve
 * the first one's requests.
 */
export async function notifyOwnersOfSecondPerson(
  scope: SchoolScope,
  { name, email, role }: StaffUserFields,
): Promise<void> {
  if (!mayStaff(role, 'payments:correct') || (await findSettings(scope)).secondPersonPaise === null) return
  await notifyOwners(scope, 'Another colleague can soon act as second person', [
    `${scope.actor.name} has given a sign-in, another role or another address to ${name}, ${email}: ${roleNames[role]}.`,
    `After ${daysOfTrust} days, ${name} can agree to large refunds and corrections${role === 'owner' ? ', bank accounts and payment keys' : ''}.`,
    'If you do not know this person, remove the sign-in under Staff, and change your own password at once.',
  ])
}
