import type { SchoolScope } from '~/models/shared/scope.server'
import { School } from './tables.server'

export type Profile = Pick<School, 'name' | 'email' | 'phone' | 'address'>

/** How the school is called and reached, as its settings page shows it. */
export function findProfile(scope: SchoolScope): Promise<Profile | null> {
  return School.findOne({ attributes: ['name', 'email', 'phone', 'address'], where: { id: scope.schoolId }, raw: true })
}
