import { selectOne } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { type FeePlan, findFeePlan } from './queries.server'

/** The fee, held for this transaction against other edits, assignments and admissions to its class; null when not the school's. */
export async function lockFee(scope: SchoolScope, publicId: string): Promise<FeePlan | null> {
  const locked = await selectOne(
    'SELECT id FROM fees WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE',
    { schoolId: scope.schoolId, publicId },
  )
  return locked && findFeePlan(scope, publicId)
}
