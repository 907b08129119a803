import { type GuardianScope, type SchoolScope, type StudentScope, schoolScope } from '~/models/core/shared/scope.server'

/** Scope for a family's actions at one school; the school comes from a row found under the family's own account. */
export function atSchool({ actor }: GuardianScope | StudentScope, schoolRow: { schoolId: number }): SchoolScope {
  return schoolScope(schoolRow.schoolId, actor)
}
