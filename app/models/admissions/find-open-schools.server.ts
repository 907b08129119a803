import { selectOne } from '~/database/database.server'
import type { VisitorScope } from '~/models/shared/scope.server'
import { containing, selectPage } from '~/models/shared/select-page.server'
import { schoolsPerPage } from './admission-options'

export interface OpenSchool {
  id: number
  publicId: string
  name: string
  address: string
}

const columns = 's.id, s.public_id AS publicId, s.name, s.address'
// A school without a row of settings has them as they come; one that the operator has not approved is shown to nobody.
const takingRegistrations = `schools s LEFT JOIN school_settings t ON t.school_id = s.id
  WHERE s.approved_at IS NOT NULL AND COALESCE(t.online_admissions, 1) = 1`

/** A school that takes online registrations, or null. */
export function findOpenSchool(_visitor: VisitorScope, publicId: string): Promise<OpenSchool | null> {
  return selectOne<OpenSchool>(`SELECT ${columns} FROM ${takingRegistrations} AND s.public_id = :publicId`, {
    publicId,
  })
}

/** Schools that take online registrations, by a part of name or address. */
export function listOpenSchools(_visitor: VisitorScope, input: { search: string; page: number }) {
  return selectPage<OpenSchool>(
    {
      columns,
      from:
        input.search === ''
          ? takingRegistrations
          : `${takingRegistrations} AND CONCAT(s.name, ' ', s.address) LIKE :search ESCAPE '!'`,
      order: ['s.name', 's.id'],
      values: { search: containing(input.search) },
    },
    { ...input, descending: false, pageSize: schoolsPerPage },
  )
}
