import type { SchoolScope } from '~/models/shared/scope.server'
import { AcademicSession } from './tables.server'

/** A step: this session becomes the current one and no other is. The caller holds the school's lock. */
export async function makeCurrent(scope: SchoolScope, sessionId: number): Promise<void> {
  const where = { schoolId: scope.schoolId }
  await AcademicSession.update({ isCurrent: false }, { where: { ...where, isCurrent: true } })
  await AcademicSession.update({ isCurrent: true }, { where: { ...where, id: sessionId } })
}
