import { execute, selectOne } from '~/database/connection.server'
import { numbersOf } from '~/database/selection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { plainReads } from '~/models/records/plain-reads.server'
import type { ValuesOf } from '~/models/shared/fields'
import { schemaOf } from '~/models/shared/form-schema.server'
import { makeOnce } from '~/models/shared/make-once.server'
import { done, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockThing } from '~/models/shared/table.server'
import { fareForm, nothingToPay } from './fare-fields'
import { FareStructure } from './tables.server'

type Fare = ValuesOf<typeof fareForm>

const taken = { fare_structures_name: 'name-taken' } as const

const schema = schemaOf(fareForm, (typed, say) => {
  const costsNothing = typed.baseFarePaise === 0 && typed.perKmPaise === 0
  if (typed.basis === 'distance' && costsNothing) say('baseFarePaise', nothingToPay)
  if (typed.isDefault && !typed.isActive)
    say('isDefault', 'The default fare must be offered: to stop offering fares, untick both')
})

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

/**
 * Adds a fare. The first one is the default whatever the form says, and a new default takes the place of the old one. The same form key
 * makes one. Refuses `name-taken`.
 */
function create(scope: SchoolScope, formKey: string, values: Fare) {
  return makeOnce({ table: FareStructure, scope, formKey, taken }, async () => {
    await lockSchool(scope)
    const isDefault = values.isActive && (values.isDefault || (await findDefault(scope)) === null)
    if (isDefault) await clearDefault(scope)
    const publicId = newPublicId()
    const own = { ...amountsOf(values), isDefault }
    const { id } = await FareStructure.create({ ...own, publicId, schoolId: scope.schoolId, formKey })
    await note(scope, 'created', id, own)
    return done(publicId)
  })
}

/**
 * Changes a fare; who applied before keeps the fare of that day. Refuses `not-found`, `changed` (saved by somebody else since `version`),
 * `name-taken`, and `is-default`: the default stays one, and offered, until another is chosen; the last that is offered can be taken off,
 * and then the school offers none.
 */
function update(scope: SchoolScope, publicId: string, version: number, values: Fare) {
  return inTransaction(async () => {
    await lockSchool(scope)
    const before = await lockThing(FareStructure, scope, publicId)
    if (!before) return refused('not-found')
    if (before.version !== version) return refused('changed')
    if (before.isDefault && !values.isDefault && (await isAnotherOffered(scope, before))) return refused('is-default')
    const standsFirst = before.isDefault || values.isDefault || (await findDefault(scope)) === null
    const isDefault = values.isActive && standsFirst
    if (isDefault && !before.isDefault) await clearDefault(scope)
    const own = { ...amountsOf(values), isDefault }
    await FareStructure.update({ ...own, version: version + 1 }, { where: { id: before.id } })
    await note(scope, 'updated', before.id, own)
    return done()
  }, taken)
}

/**
 * Deletes a fare that nobody applied with. Refuses `not-found`, `applied-for` (it can be offered no more instead) and `is-default` while
 * there are others: one of them must be chosen first.
 */
function remove(scope: SchoolScope, publicId: string) {
  return inTransaction(
    async () => {
      await lockSchool(scope)
      const fare = await lockThing(FareStructure, scope, publicId)
      if (!fare) return refused('not-found')
      if (fare.isDefault && (await isAnotherOffered(scope, fare))) return refused('is-default')
      await FareStructure.destroy({ where: { id: fare.id } })
      await note(scope, 'deleted', fare.id, { name: fare.name })
      return done()
    },
    { transport_applications_fare: 'applied-for' },
  )
}

/** The fares of a school. */
export const fares = { ...reads, form: fareForm, schema, create, update, remove }

/** Whether students are offered a fare at all. */
export async function isAnyFareOffered(scope: SchoolScope): Promise<boolean> {
  return isAnotherOffered(scope, { id: 0 })
}

/** By stop a month costs what the stop does. */
function amountsOf(values: Fare): Fare {
  return values.basis === 'stop' ? { ...values, baseFarePaise: 0, perKmPaise: 0 } : values
}

/** One after the other: who is the default is decided over all of a school's fares. */
function lockSchool({ schoolId }: SchoolScope) {
  return selectOne('SELECT id FROM schools WHERE id = :schoolId FOR UPDATE', { schoolId })
}

async function isAnotherOffered({ schoolId }: SchoolScope, { id }: { id: number }): Promise<boolean> {
  const where = 'WHERE school_id = :schoolId AND id <> :id AND is_active = 1 LIMIT 1'
  return (await selectOne(`SELECT id FROM fare_structures ${where}`, { schoolId, id })) !== null
}

function findDefault({ schoolId }: SchoolScope): Promise<{ id: number } | null> {
  return selectOne('SELECT id FROM fare_structures WHERE school_id = :schoolId AND is_default = 1', { schoolId })
}

async function clearDefault({ schoolId }: SchoolScope): Promise<void> {
  await execute(
    'UPDATE fare_structures SET is_default = 0, version = version + 1 WHERE school_id = :schoolId AND is_default = 1',
    { schoolId },
  )
}

function note(scope: SchoolScope, verb: string, id: number, details: Partial<Fare>): Promise<void> {
  const subject = { kind: 'fare-structure', id }
  return recordAudit(scope, { action: `fare-structure.${verb}`, subject, details: { ...details } })
}
