import { selectOne } from '~/database/connection.server'
import type { SchoolScope, StudentScope } from '~/models/shared/scope.server'

export interface SchoolContact {
  name: string
  phone: string
  email: string
}

/** Whom a family or a receipt may name: the school's own contact. */
export function findSchoolContact(scope: SchoolScope | StudentScope): Promise<SchoolContact | null> {
  return selectOne<SchoolContact>('SELECT name, phone, email FROM schools WHERE id = :schoolId', {
    schoolId: scope.schoolId,
  })
}
