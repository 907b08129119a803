import { execute, flag, inTransaction, number, selectRow, selectRows, text } from '~/database/database.server'
import { namesOf, type ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { columnsOf, lockThing } from '~/kit/tables/table.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { createOnce } from '~/models/core/shared/once/make-once.server'
import { done, refused } from '~/models/core/shared/outcome'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { refuseAbroad } from './abroad.server'
import { checkLocations } from './locations'
import { lockPassengers, movePassengers } from './move-passengers.server'
import { maxStops } from './options'
import { stopForm, stopLocations } from './route-fields'
import { RouteStop, TransportRoute } from './tables.server'

type Stop = ValuesOf<typeof stopForm>
/** Public ids of a stop and its route, as in the URL. */
export type StopIds = { id: string; stopId: string }

export const stopSchema = schemaOf(stopForm, (values, say) => checkLocations(values, stopLocations, say))

const columns = columnsOf(RouteStop, 't', 'publicId', ...namesOf(stopForm))

export function listStops({ schoolId }: SchoolScope, route: { id: number }) {
  const condition = 'WHERE t.school_id = :schoolId AND t.route_id = :routeId ORDER BY t.position, t.id'
  return selectRows(columns, `FROM route_stops t ${condition}`, { schoolId, routeId: route.id })
}

const stopSelection = {
  ...columns,
  ...columnsOf(RouteStop, 't', 'version'),
  routeName: text('r.name'),
  isAppliedFor: flag(
    'EXISTS (SELECT 1 FROM transport_applications a WHERE a.school_id = t.school_id AND a.stop_id = t.id)',
  ),
}

export function findStop({ schoolId }: SchoolScope, ids: StopIds) {
  return selectRow(
    stopSelection,
    `FROM route_stops t JOIN transport_routes r ON r.school_id = t.school_id AND r.id = t.route_id
     WHERE t.school_id = :schoolId AND r.public_id = :id AND t.public_id = :stopId`,
    { schoolId, ...ids },
  )
}

/**
 * Appends a stop to a route and returns its public id; once per form key. Refuses `not-found` (unknown route),
 * `name-taken` (in this route), `too-many` (60) and `abroad`.
 */
export async function createStop(scope: SchoolScope, formKey: string, stop: Stop, routeId: string) {
  const refusal = await refuseAbroad(stop, stopLocations)
  if (refusal) return refusal
  return createOnce({ table: RouteStop, scope, formKey, taken: { route_stops_name: 'name-taken' } }, async () => {
    const route = await lockThing(TransportRoute, scope, routeId)
    if (!route) return refused('not-found')
    const last = await selectRow(
      { stops: number('COUNT(*)'), position: number('CAST(COALESCE(MAX(position), 0) AS SIGNED)') },
      'FROM route_stops WHERE school_id = :schoolId AND route_id = :id',
      { schoolId: scope.schoolId, id: route.id },
    )
    if ((last?.stops ?? 0) >= maxStops) return refused('too-many')
    const publicId = newPublicId()
    const keys = { publicId, schoolId: scope.schoolId, routeId: route.id, formKey }
    const { id } = await RouteStop.create({ ...stop, ...keys, position: (last?.position ?? 0) + 1 })
    await note(scope, 'created', { id, route: route.name, ...stop })
    return done(publicId)
  })
}

/**
 * Updates a stop; existing applications keep their fare. Adjusts the times of its passengers (`timesAfter`), notifies
 * them and returns their number. Refuses `not-found`, `changed` (another user saved it since `version`), `name-taken`
 * and `abroad`.
 */
export async function updateStop(scope: SchoolScope, ids: StopIds, version: number, stop: Stop) {
  const refusal = await refuseAbroad(stop, stopLocations)
  if (refusal) return refusal
  return inTransaction(
    async () => {
      const passengers = await lockPassengers(scope, { stopId: ids.stopId })
      const before = await lockStop(scope, ids)
      if (!before) return refused('not-found')
      if (before.version !== version) return refused('changed')
      await RouteStop.update({ ...stop, version: version + 1 }, { where: { id: before.id } })
      await note(scope, 'updated', { id: before.id, route: before.routeName, ...stop })
      const { pickupMinute, dropMinute } = stop
      return done(await movePassengers(scope, passengers, { stop: { pickupMinute, dropMinute } }))
    },
    { route_stops_name: 'name-taken' },
  )
}

/** Deletes a stop. Refuses `not-found` and `applied-for` (an application refers to it). */
export function deleteStop(scope: SchoolScope, ids: StopIds) {
  return inTransaction(
    async () => {
      const stop = await lockStop(scope, ids)
      if (!stop) return refused('not-found')
      await RouteStop.destroy({ where: { id: stop.id } })
      const details = { route: stop.routeName, stop: stop.name }
      await recordAudit(scope, { action: 'stop.deleted', subject: { kind: 'stop', id: stop.id }, details })
      return done()
    },
    { transport_applications_stop: 'applied-for' },
  )
}

/** Moves a stop up or down by one; no effect at either end. Refuses `not-found`. */
export function moveStop(scope: SchoolScope, ids: StopIds, direction: 'up' | 'down') {
  return inTransaction(async () => {
    const stop = await lockStop(scope, ids)
    if (!stop) return refused('not-found')
    const ofRoute = { schoolId: scope.schoolId, routeId: stop.routeId }
    const stops = await selectRows(
      { id: number('id') },
      'FROM route_stops WHERE school_id = :schoolId AND route_id = :routeId ORDER BY position, id',
      ofRoute,
    )
    const order = stops.map(({ id }) => id)
    const from = order.indexOf(stop.id)
    const to = direction === 'up' ? from - 1 : from + 1
    const other = order[to]
    if (other === undefined) return done()
    order[from] = other
    order[to] = stop.id
    // Renumbers all stops from 1, so that deleted stops leave no gaps.
    const cases = order.map((_, index) => `WHEN :id${index} THEN ${index + 1}`).join(' ')
    await execute(
      `UPDATE route_stops SET position = CASE id ${cases} ELSE position END, updated_at = UTC_TIMESTAMP(3)
       WHERE school_id = :schoolId AND route_id = :routeId`,
      { ...ofRoute, ...Object.fromEntries(order.map((id, index) => [`id${index}`, id])) },
    )
    const details = { route: stop.routeName, stop: stop.name, from: from + 1, to: to + 1 }
    await recordAudit(scope, { action: 'stop.moved', subject: { kind: 'stop', id: stop.id }, details })
    return done()
  })
}

async function lockStop(scope: SchoolScope, { id, stopId }: StopIds) {
  const route = await lockThing(TransportRoute, scope, id)
  const stop = route && (await lockThing(RouteStop, scope, stopId))
  return stop?.routeId === route?.id && stop && route ? { ...stop, routeName: route.name } : null
}

function note(
  scope: SchoolScope,
  verb: 'created' | 'updated',
  { id, route, name, farePaise }: { id: number; route: string; name: string; farePaise: number | null },
): Promise<void> {
  const details = { route, stop: name, farePaise }
  return recordAudit(scope, { action: `stop.${verb}`, subject: { kind: 'stop', id }, details })
}
