import { execute, selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import type { FareStructureFields } from './fare-schema'
import { FareStructure } from './tables.server'

/**
 * Adds a fare structure; amounts are paise of a month. The first one is the default whatever the form says, and a new default takes the
 * place of the old one. The same form key makes one. Refuses `name-taken`.
 */
export async function createFareStructure(
  scope: SchoolScope,
  formKey: string,
  fields: FareStructureFields,
): Promise<Outcome<undefined, 'name-taken'>> {
  try {
    return await inTransaction(async () => {
      await lockSchool(scope)
      const isDefault = fields.isActive && (fields.isDefault || (await findDefault(scope)) === null)
      if (isDefault) await clearDefault(scope)
      const own = { publicId: newPublicId(), schoolId: scope.schoolId, formKey }
      const fare = await FareStructure.create({ ...fields, isDefault, ...own })
      await note(scope, 'fare-structure.created', fare.id, { ...fields, isDefault })
      return done()
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key !== 'fare_structures_form_key' && key !== 'fare_structures_name') throw error
    // The second of two clicks meets the name that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await FareStructure.findOne({ attributes: ['id'], where, raw: true })
    return same ? done() : refused('name-taken')
  }
}

/**
 * Changes a fare structure; who applied before keeps the fare of that day. Refuses `not-found`, `changed` (saved by somebody else since
 * `version`), `name-taken`, and `is-default`: the default stays one, and offered, until another is chosen; the last that is offered can be
 * taken off, and then the school offers none.
 */
export async function updateFareStructure(
  scope: SchoolScope,
  publicId: string,
  version: number,
  fields: FareStructureFields,
): Promise<Outcome<undefined, 'not-found' | 'changed' | 'name-taken' | 'is-default'>> {
  return inTransaction(
    async () => {
      await lockSchool(scope)
      const before = await lockFare(scope, publicId)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      if (before.isDefault === 1 && !fields.isDefault && (await isAnotherOffered(scope, before))) {
        return refused('is-default')
      }
      const standsFirst = before.isDefault === 1 || fields.isDefault || (await findDefault(scope)) === null
      const isDefault = fields.isActive && standsFirst
      if (isDefault && before.isDefault === 0) await clearDefault(scope)
      const where = { id: before.id, schoolId: scope.schoolId }
      await FareStructure.update({ ...fields, isDefault, version: version + 1 }, { where })
      await note(scope, 'fare-structure.updated', before.id, { ...fields, isDefault })
      return done()
    },
    {
      fare_structures_name: 'name-taken',
    },
  )
}

/**
 * Deletes a fare structure that nobody applied with. Refuses `not-found`, `applied-for` (it can be offered no more instead) and
 * `is-default` while there are others: one of them must be chosen first.
 */
export async function deleteFareStructure(
  scope: SchoolScope,
  publicId: string,
): Promise<Outcome<undefined, 'not-found' | 'applied-for' | 'is-default'>> {
  return inTransaction(
    async () => {
      await lockSchool(scope)
      const fare = await lockFare(scope, publicId)
      if (!fare) return refused('not-found')
      const values = { schoolId: scope.schoolId, id: fare.id }
      if (fare.isDefault === 1 && (await isAnotherOffered(scope, fare))) return refused('is-default')
      await execute('DELETE FROM fare_structures WHERE school_id = :schoolId AND id = :id', values)
      const subject = { kind: 'fare-structure', id: fare.id }
      await recordAudit(scope, { action: 'fare-structure.deleted', subject, details: { name: fare.name } })
      return done()
    },
    {
      transport_applications_fare: 'applied-for',
    },
  )
}

/** One after the other: who is the default is decided over all of a school's fares. */
function lockSchool(scope: SchoolScope) {
  return selectOne('SELECT id FROM schools WHERE id = :schoolId FOR UPDATE', { schoolId: scope.schoolId })
}

async function isAnotherOffered(scope: SchoolScope, fare: { id: number }): Promise<boolean> {
  const other = await selectOne(
    'SELECT id FROM fare_structures WHERE school_id = :schoolId AND id <> :id AND is_active = 1 LIMIT 1',
    { schoolId: scope.schoolId, id: fare.id },
  )
  return other !== null
}

function findDefault(scope: SchoolScope): Promise<{ id: number } | null> {
  return selectOne('SELECT id FROM fare_structures WHERE school_id = :schoolId AND is_default = 1', {
    schoolId: scope.schoolId,
  })
}

async function clearDefault(scope: SchoolScope): Promise<void> {
  await execute(
    'UPDATE fare_structures SET is_default = 0, version = version + 1 WHERE school_id = :schoolId AND is_default = 1',
    { schoolId: scope.schoolId },
  )
}

function lockFare(
  scope: SchoolScope,
  publicId: string,
): Promise<{ id: number; name: string; isDefault: number; version: number } | null> {
  return selectOne(
    `SELECT id, name, is_default AS isDefault, version FROM fare_structures
     WHERE school_id = :schoolId AND public_id = :publicId FOR UPDATE`,
    { schoolId: scope.schoolId, publicId },
  )
}

function note(
  scope: SchoolScope,
  action: 'fare-structure.created' | 'fare-structure.updated',
  id: number,
  fields: FareStructureFields,
): Promise<void> {
  return recordAudit(scope, { action, subject: { kind: 'fare-structure', id }, details: { ...fields } })
}
