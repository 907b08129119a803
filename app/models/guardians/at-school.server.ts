import { type GuardianScope, type SchoolScope, type StudentScope, schoolScope } from '~/models/shared/scope.server'

/** The scope of what a family does at one school; the school is that of a row which was found under the family's own account. */
export function atSchool({ actor }: GuardianScope | StudentScope, found: { schoolId: number }): SchoolScope {
  return schoolScope(found.schoolId, actor)
}
