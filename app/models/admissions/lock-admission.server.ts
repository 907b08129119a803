import type { SchoolScope } from '~/models/shared/scope.server'
import { Admission } from './admission-tables.server'

/** The admission with its row locked: whoever decides at the same moment waits and sees the decision. */
export function lockAdmission(scope: SchoolScope, publicId: string): Promise<Admission | null> {
  return Admission.findOne({
    where: { schoolId: scope.schoolId, publicId },
    lock: true,
    raw: true,
  })
}
