import { selectOne } from '~/database/connection.server'
import type { Stored } from '~/database/rows'
import type { SchoolScope } from '~/models/shared/scope.server'
import { containing, type ListQuery, type Page, selectPage } from '~/models/shared/select-page.server'
import type { FareBasis } from './options'

/** A fare structure; amounts are paise of a month. */
export interface FareRow {
  publicId: string
  name: string
  basis: FareBasis
  baseFarePaise: number
  perKmPaise: number
  depositPaise: number
  isDefault: boolean
  isActive: boolean
  applications: number
  version: number
}

export const fareSorts = ['name'] as const
export const fareFilters = { state: ['active', 'inactive'] } as const

const columns = `f.public_id AS publicId, f.name, f.basis, f.base_fare_paise AS baseFarePaise, f.per_km_paise AS perKmPaise,
  f.deposit_paise AS depositPaise, f.is_default AS isDefault, f.is_active AS isActive, f.version,
  (SELECT COUNT(*) FROM transport_applications a WHERE a.school_id = f.school_id AND a.fare_structure_id = f.id) AS applications`

const read = (row: Stored<FareRow>): FareRow => ({
  ...row,
  isDefault: Boolean(row.isDefault),
  isActive: Boolean(row.isActive),
})

/** Fare structures of the school; searched by name. */
export function listFares(
  scope: SchoolScope,
  query: ListQuery<'name'> & { filters: { state: string } },
): Promise<Page<FareRow>> {
  return selectPage<Stored<FareRow>, FareRow>(
    {
      columns,
      from: `fare_structures f WHERE f.school_id = :schoolId AND (:state = '' OR f.is_active = (:state = 'active'))
        AND (:search = '' OR f.name LIKE :pattern ESCAPE '!')`,
      order: ['f.name', 'f.id'],
      values: {
        schoolId: scope.schoolId,
        state: query.filters.state,
        search: query.search,
        pattern: containing(query.search),
      },
      read,
    },
    query,
  )
}

/** Whether students are offered a fare at all. */
export async function isAnyFareOffered(scope: SchoolScope): Promise<boolean> {
  const offered = await selectOne(
    'SELECT id FROM fare_structures WHERE school_id = :schoolId AND is_active = 1 LIMIT 1',
    {
      schoolId: scope.schoolId,
    },
  )
  return offered !== null
}

/** A fare structure of the school, or null. */
export async function findFare(scope: SchoolScope, publicId: string): Promise<FareRow | null> {
  const row = await selectOne<Stored<FareRow>>(
    `SELECT ${columns} FROM fare_structures f WHERE f.school_id = :schoolId AND f.public_id = :publicId`,
    { schoolId: scope.schoolId, publicId },
  )
  return row && read(row)
}
