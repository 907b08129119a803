import { execute, exists, lockRows, numbersOf } from '~/database/database.server'
import { plainReads } from '~/kit/records/plain-reads.server'
import { plainRecords } from '~/kit/records/plain-records.server'
import { refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { fareForm, nothingToPay } from './fare-fields'
import { FareStructure } from './tables.server'

const reads = plainReads(FareStructure, fareForm, {
  listed: ['name', 'basis', 'baseFarePaise', 'perKmPaise', 'depositPaise', 'isDefault', 'isActive'],
  joins: `LEFT JOIN (SELECT fare_structure_id, COUNT(*) AS applications FROM transport_applications
    WHERE school_id = :schoolId GROUP BY fare_structure_id) a ON a.fare_structure_id = t.id`,
  counts: numbersOf('a', 'applications'),
  more: {},
  search: ['t.name'],
  filters: { state: "t.is_active = (:state = 'active')" },
  orders: { name: 't.name' },
})

const records = plainRecords(FareStructure, fareForm, {
  kind: 'fare-structure',
  details: (fare) => ({ ...fare }),
  check: (values, say) => {
    const costsNothing = values.baseFarePaise === 0 && values.perKmPaise === 0
    if (values.basis === 'distance' && costsNothing) say('baseFarePaise', nothingToPay)
    if (values.isDefault && !values.isActive)
      say('isDefault', 'The default fare must be offered: to stop offering fares, untick both')
  },
  taken: { fare_structures_name: 'name-taken' },
  held: { transport_applications_fare: 'applied-for' },
  // Serializes saves per school: the default is decided across all of the school's fares.
  hold: async ({ schoolId }) => {
    await lockRows('FROM schools WHERE id = :schoolId', { schoolId })
  },
  /**
   * Makes the first offered fare the default regardless of the form; a new default replaces the current one.
   * Refuses `is-default`: while other fares are offered, the default keeps its flag and stays offered until another is
   * chosen. The last offered fare can be withdrawn; the school then offers none.
   */
  save: async ({ scope, row, values, write }) => {
    if (row?.isDefault && !values.isDefault && (await isAnotherOffered(scope, row))) return refused('is-default')
    const becomesDefault = row?.isDefault || values.isDefault || !(await hasDefault(scope))
    const isDefault = values.isActive && becomesDefault
    if (isDefault && !row?.isDefault) await clearDefault(scope)
    // A fare by stop has no base fare and no rate per km: each stop sets its monthly amount.
    const amounts = values.basis === 'stop' ? { baseFarePaise: 0, perKmPaise: 0 } : {}
    await write({ ...values, ...amounts, isDefault })
    return null
  },
  keep: async (scope, fare) => (fare.isDefault && (await isAnotherOffered(scope, fare)) ? refused('is-default') : null),
})

/** Fares of a school. Applications keep the fare of the day on which they were submitted. */
export const fares = { ...reads, ...records }

export async function isAnyFareOffered(scope: SchoolScope): Promise<boolean> {
  return isAnotherOffered(scope, { id: 0 })
}

function isAnotherOffered({ schoolId }: SchoolScope, { id }: { id: number }): Promise<boolean> {
  return exists('FROM fare_structures WHERE school_id = :schoolId AND id <> :id AND is_active = 1', { schoolId, id })
}

function hasDefault({ schoolId }: SchoolScope): Promise<boolean> {
  return exists('FROM fare_structures WHERE school_id = :schoolId AND is_default = 1', { schoolId })
}

async function clearDefault({ schoolId }: SchoolScope): Promise<void> {
  await execute(
    'UPDATE fare_structures SET is_default = 0, version = version + 1 WHERE school_id = :schoolId AND is_default = 1',
    { schoolId },
  )
}
