import { inTransaction } from '~/database/database.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { addStaffUser, type LinkOf, TooManyInvitations } from './invite-step.server'
import type { StaffUserFields } from './staff-user-fields'

/**
 * Gives a colleague a sign-in and mails a link to choose its password. An e-mail signs in at one school only ('email-taken').
 * Refuses `too-many-mails` of the school or to the address within a day.
 */
export async function inviteStaff(scope: SchoolScope, fields: StaffUserFields, linkOf: LinkOf) {
  try {
    return await inTransaction(async () => done((await addStaffUser(scope, fields, linkOf)).publicId))
  } catch (error) {
    if (error instanceof TooManyInvitations) return refused('too-many-mails')
    if (violatedUniqueKey(error) === 'staff_email') return refused('email-taken')
    throw error
  }
}
