import type { Tx } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { Admission } from './admission-tables.server'

/** The admission with its row locked: whoever decides at the same moment waits and sees the decision. */
export function lockAdmission(scope: SchoolScope, publicId: string, tx: Tx): Promise<Admission | null> {
  return Admission.findOne({
    where: { schoolId: scope.schoolId, publicId },
    transaction: tx,
    lock: tx.LOCK.UPDATE,
    raw: true,
  })
}
