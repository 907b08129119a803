import { inTransaction } from '~/database/database.server'
import { lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { Admission } from '../tables.server'
import { mailRejection } from './admission-mail.server'

/**
 * Rejects an admission with a reason, which is mailed to the family and, for an online registration, shown after
 * sign-in. Refuses `decided` when it is no longer pending; repeating the same reason changes nothing.
 */
export function rejectAdmission(scope: SchoolScope, publicId: string, reason: string) {
  return inTransaction(async () => {
    const admission = await lockThing(Admission, scope, publicId)
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
    await mailRejection(scope, admission, reason)
    return done()
  })
}

/** Withdraws a pending online registration and deletes its password, so that no one can sign in to it. */
export function withdrawAdmission(scope: SchoolScope, publicId: string) {
  return inTransaction(async () => {
    const admission = await lockThing(Admission, scope, publicId)
    if (admission?.origin !== 'online') return refused('not-found')
    if (admission.state === 'withdrawn') return done()
    if (admission.state !== 'pending') return refused('decided')
    await Admission.update(
      { state: 'withdrawn', passwordHash: null, decidedAt: new Date() },
      { where: { id: admission.id, schoolId: scope.schoolId } },
    )
    await recordAudit(scope, { action: 'admission.withdrawn', subject: { kind: 'admission', id: admission.id } })
    return done()
  })
}
