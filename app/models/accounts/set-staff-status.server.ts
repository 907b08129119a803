import { inTransaction } from '~/database/database.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { voidResetLinks } from './reset-links.server'
import { mayTakeRights } from './rights-step.server'
import { type Account, closeOtherSessions } from './sessions.server'
import { findStaffUser } from './staff-queries.server'
import { StaffUser } from './tables.server'

/**
 * Takes a colleague's sign-in away or gives it back. Taken away, the sessions end and so do mailed links; what the person did
 * stays under the name. The last owner's stays ('last-owner'), and nobody takes the own one ('own-rights').
 */
export function setStaffStatus(scope: SchoolScope, publicId: string, status: 'active' | 'inactive') {
  return inTransaction(async () => {
    const seen = await findStaffUser(scope, publicId)
    if (!seen) return refused('not-found')
    const allowed = await mayTakeRights(scope, seen)
    if (!allowed.ok) return refused(allowed.reason)
    await StaffUser.update({ status }, { where: { id: seen.id, schoolId: scope.schoolId } })
    const account: Account = { kind: 'staff', schoolId: scope.schoolId, id: seen.id }
    if (status === 'inactive') {
      await closeOtherSessions(scope, account, null)
      await voidResetLinks(account)
    }
    const action = status === 'inactive' ? 'staff.deactivated' : 'staff.restored'
    const details = { name: seen.name, email: seen.email, role: seen.role }
    await recordAudit(scope, { action, subject: { kind: 'staff', id: seen.id }, details })
    return done()
  })
}
