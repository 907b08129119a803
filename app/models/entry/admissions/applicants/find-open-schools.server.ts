import { number, selectRow, text } from '~/database/database.server'
import { containing, contains, selectPage } from '~/kit/tables/select-page.server'
import type { VisitorScope } from '~/models/core/shared/scope.server'
import { schoolsPerPage } from './admission-options'

const columns = { id: number('s.id'), publicId: text('s.public_id'), name: text('s.name'), address: text('s.address') }
// A school without a row of settings has the defaults; a school that the operator has not approved is not listed.
const takingRegistrations = `schools s LEFT JOIN school_settings t ON t.school_id = s.id
  WHERE s.approved_at IS NOT NULL AND s.suspended_at IS NULL AND COALESCE(t.online_admissions, 1) = 1`

/** Finds a school that accepts online registrations, or null. */
export function findOpenSchool(_visitor: VisitorScope, publicId: string) {
  return selectRow(columns, `FROM ${takingRegistrations} AND s.public_id = :publicId`, { publicId })
}

/** Lists schools that accept online registrations, by a part of name or address. */
export function listOpenSchools(_visitor: VisitorScope, input: { search: string; page: number }) {
  return selectPage(
    {
      columns,
      from:
        input.search === ''
          ? takingRegistrations
          : `${takingRegistrations} AND ${contains("CONCAT(s.name, ' ', s.address)", input.search)}`,
      order: ['s.name', 's.id'],
      values: { search: containing(input.search) },
    },
    { ...input, descending: false, pageSize: schoolsPerPage },
  )
}
