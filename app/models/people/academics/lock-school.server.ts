import { lockRows } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Serialises changes of a school's unique settings, such as its current session. */
export function lockSchool({ schoolId }: Pick<SchoolScope, 'schoolId'>): Promise<void> {
  return lockRows('FROM schools WHERE id = :schoolId', { schoolId })
}
