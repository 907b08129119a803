import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { Admission } from './admission-tables.server'
import { lockAdmission } from './lock-admission.server'

/** Takes an online registration back while it is pending. The password goes: nothing is left to sign in to. */
export function withdrawAdmission(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'decided'>> {
  return inTransaction(async () => {
    const admission = await lockAdmission(scope, publicId)
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
