import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type LinkOf, TooManyInvitations, writeInvitation } from './invite-step.server'
import { findStaffUser } from './staff-queries.server'

/**
 * Sends the invitation again; the link of the one before ends. Only to who has no password yet ('not-invited').
 * Refuses `too-many-mails` of the school or to the address within a day.
 */
export function sendInvitation(scope: SchoolScope, publicId: string, linkOf: LinkOf) {
  return inTransaction(async () => {
    const person = await findStaffUser(scope, publicId, { lock: true })
    if (!person) return refused('not-found')
    if (person.state !== 'invited') return refused('not-invited')
    await writeInvitation(scope, person, linkOf)
    const details = { email: person.email }
    await recordAudit(scope, { action: 'staff.invited-again', subject: { kind: 'staff', id: person.id }, details })
    return done()
  }).catch((error) => {
    if (error instanceof TooManyInvitations) return refused('too-many-mails')
    throw error
  })
}
