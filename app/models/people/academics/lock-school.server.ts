import { select } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

/** Serialises changes of a school's unique settings, such as its current session. */
export async function lockSchool(scope: SchoolScope): Promise<void> {
  await select('SELECT id FROM schools WHERE id = :schoolId FOR UPDATE', { schoolId: scope.schoolId })
}
