import { select } from '~/database/connection.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/** The school's academic sessions, the current one first. */
export function sessionChoices(scope: SchoolScope): Promise<Array<{ publicId: string; name: string }>> {
  return select<{ publicId: string; name: string }>(
    `SELECT public_id AS publicId, name FROM academic_sessions WHERE school_id = :schoolId
     ORDER BY is_current DESC, starts_on DESC`,
    { schoolId: scope.schoolId },
  )
}
