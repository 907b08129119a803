import { execute, select, selectOne } from '~/database/connection.server'
import { violatedUniqueKey } from '~/database/errors.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf, lockRoute } from './lock-rows.server'
import { lockRiders, moveRiders } from './move-riders.server'
import type { StopFields } from './office-schema'
import { mostStops } from './options'
import { RouteStop } from './tables.server'

/**
 * Adds a stop behind the last one of a route; the fare is paise a month. The same form key makes one stop and has one answer, its public
 * id. Refuses `not-found` (no such route), `name-taken` (a stop of the route has it) and `too-many` (60).
 */
export async function createStop(
  scope: SchoolScope,
  routeId: string,
  formKey: string,
  fields: StopFields,
): Promise<Outcome<string, 'not-found' | 'name-taken' | 'too-many'>> {
  try {
    return await inTransaction(async () => {
      const route = await lockRoute(scope, routeId)
      if (!route) return refused('not-found')
      const last = await selectOne<{ stops: number; position: number }>(
        `SELECT COUNT(*) AS stops, CAST(COALESCE(MAX(position), 0) AS SIGNED) AS position FROM route_stops
         WHERE school_id = :schoolId AND route_id = :id`,
        { schoolId: scope.schoolId, id: route.id },
      )
      if ((last?.stops ?? 0) >= mostStops) return refused('too-many')
      const place = { publicId: newPublicId(), schoolId: scope.schoolId, routeId: route.id }
      const position = (last?.position ?? 0) + 1
      const stop = await RouteStop.create({ ...stopColumns(fields), ...place, position, formKey })
      await note(scope, 'stop.created', { id: stop.id, route: route.name, fields })
      return done(stop.publicId)
    })
  } catch (error) {
    const key = violatedUniqueKey(error)
    if (key !== 'route_stops_form_key' && key !== 'route_stops_name') throw error
    // The second of two clicks meets the name that the first has just taken.
    const where = { schoolId: scope.schoolId, formKey }
    const same = await RouteStop.findOne({ attributes: ['publicId'], where, raw: true })
    return same ? done(same.publicId) : refused('name-taken')
  }
}

/** Public ids of a stop and the route that it is asked for with. */
export interface StopPlace {
  routeId: string
  stopId: string
}

/**
 * Changes a stop; who applied before keeps the fare of that day. The times of those who ride from it follow (`timesAfter`), and they are
 * told; answers how many. Refuses `not-found`, `changed` (saved by somebody else since `version`)
 * and `name-taken`.
 */
export async function updateStop(
  scope: SchoolScope,
  place: StopPlace,
  version: number,
  fields: StopFields,
): Promise<Outcome<number, 'not-found' | 'changed' | 'name-taken'>> {
  return inTransaction(
    async () => {
      const riders = await lockRiders(scope, { stopId: place.stopId })
      const found = await lockStop(scope, place)
      if (!found) return refused('not-found')
      if (found.version !== version) return refused('changed')
      const where = { id: found.id, schoolId: scope.schoolId }
      await RouteStop.update({ ...stopColumns(fields), version: version + 1 }, { where })
      await note(scope, 'stop.updated', { id: found.id, route: found.routeName, fields })
      const { pickupMinute, dropMinute } = fields
      return done(await moveRiders(scope, riders, { stop: { pickupMinute, dropMinute } }))
    },
    {
      route_stops_name: 'name-taken',
    },
  )
}

/** Deletes a stop. Refuses `not-found` and `applied-for`: an application keeps what it names. */
export async function deleteStop(
  scope: SchoolScope,
  place: StopPlace,
): Promise<Outcome<undefined, 'not-found' | 'applied-for'>> {
  return inTransaction(
    async () => {
      const stop = await lockStop(scope, place)
      if (!stop) return refused('not-found')
      await execute('DELETE FROM route_stops WHERE school_id = :schoolId AND id = :id', {
        schoolId: scope.schoolId,
        id: stop.id,
      })
      const details = { route: stop.routeName, stop: stop.name }
      await recordAudit(scope, { action: 'stop.deleted', subject: { kind: 'stop', id: stop.id }, details })
      return done()
    },
    {
      transport_applications_stop: 'applied-for',
    },
  )
}

/** Moves a stop one up or one down; at the end of the row it stays. Refuses `not-found`. */
export function moveStop(
  scope: SchoolScope,
  place: StopPlace,
  by: 'up' | 'down',
): Promise<Outcome<undefined, 'not-found'>> {
  return inTransaction(async () => {
    const stop = await lockStop(scope, place)
    if (!stop) return refused('not-found')
    const stops = await select<{ id: number }>(
      'SELECT id FROM route_stops WHERE school_id = :schoolId AND route_id = :routeId ORDER BY position, id',
      { schoolId: scope.schoolId, routeId: stop.routeRowId },
    )
    const ids = stops.map(({ id }) => id)
    const from = ids.indexOf(stop.id)
    const to = by === 'up' ? from - 1 : from + 1
    const other = ids[to]
    if (other === undefined) return done()
    ids[from] = other
    ids[to] = stop.id
    // Written anew from 1 on: positions of stops that are gone leave no gaps behind.
    const cases = ids.map((_, index) => `WHEN :id${index} THEN ${index + 1}`).join(' ')
    const values = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]))
    await execute(
      `UPDATE route_stops SET position = CASE id ${cases} ELSE position END, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND route_id = :routeId`,
      { schoolId: scope.schoolId, routeId: stop.routeRowId, ...values },
    )
    return done()
  })
}

interface LockedStop {
  id: number
  name: string
  version: number
  routeRowId: number
  routeName: string
}

async function lockStop(scope: SchoolScope, { routeId, stopId }: StopPlace): Promise<LockedStop | null> {
  const route = await lockRoute(scope, routeId)
  if (!route) return null
  const stop = await selectOne<{ id: number; name: string; version: number }>(
    `SELECT id, name, version FROM route_stops
     WHERE school_id = :schoolId AND route_id = :id AND public_id = :stopId FOR UPDATE`,
    { schoolId: scope.schoolId, id: route.id, stopId },
  )
  return stop && { ...stop, routeRowId: route.id, routeName: route.name }
}

function stopColumns({ point, ...fields }: StopFields) {
  return { ...fields, ...columnsOf(point) }
}

function note(
  scope: SchoolScope,
  action: 'stop.created' | 'stop.updated',
  { id, route, fields }: { id: number; route: string; fields: StopFields },
): Promise<void> {
  const details = { route, stop: fields.name, farePaise: fields.farePaise }
  return recordAudit(scope, { action, subject: { kind: 'stop', id }, details })
}
