import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { tellOfRejection } from './admission-mail.server'
import { Admission } from './admission-tables.server'
import { lockAdmission } from './lock-admission.server'

/**
 * Refuses an admission with a reason, which the family reads in a mail and, registered online, on the page after sign-in.
 * Refuses `decided` when somebody was faster; the same reason again changes nothing.
 */
export function rejectAdmission(
  scope: SchoolScope,
  publicId: string,
  reason: string,
): Promise<Outcome<undefined, 'not-found' | 'decided'>> {
  return inTransaction(async () => {
    const admission = await lockAdmission(scope, publicId)
    if (!admission) return refused('not-found')
    if (admission.state === 'rejected' && admission.reason === reason) return done()
    if (admission.state !== 'pending') return refused('decided')
    await Admission.update(
      { state: 'rejected', reason, decidedBy: scope.actor.id, decidedAt: new Date() },
      { where: { id: admission.id, schoolId: scope.schoolId } },
    )
    await recordAudit(scope, {
      action: 'admission.rejected',
      subject: { kind: 'admission', id: admission.id },
      details: { reason },
    })
    await tellOfRejection(scope, admission, reason)
    return done()
  })
}
