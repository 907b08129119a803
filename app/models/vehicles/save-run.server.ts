import { execute, select, selectOne } from '~/database/connection.server'
import { inTransaction } from '~/database/transaction.server'
import { recordAudit } from '~/models/audit/record-audit.server'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import { newPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { lockVehicle } from './lock-rows.server'
import { lockRiders, moveRiders } from './move-riders.server'
import type { RunFields } from './office-schema'
import { mostRunsOfAVehicle } from './options'
import { doRunsCollide } from './rules'
import { VehicleRun } from './tables.server'

/** Public ids of a run and the vehicle that it is asked for with. */
export interface RunPlace {
  vehicleId: string
  runId: string
}

/** Another run of the vehicle that falls on this one, as it is called. */
type Overlap = {
  ok: false
  reason: 'overlap'
  other: { routeName: string; departureMinute: number; arrivalMinute: number; returnMinute: number | null }
}

/**
 * The vehicle drives a route; the run has as many seats as the vehicle. Minutes are after midnight, the fare paise a month. The same form
 * key makes one run. Refuses `not-found` (no such vehicle), `no-route` (the school has none such), `same-run` (it departs on this route at
 * this time already), and of a run that is offered `too-many` (10) and `overlap` with the run of this vehicle that it falls on.
 */
export function createRun(
  scope: SchoolScope,
  vehicleId: string,
  formKey: string,
  fields: RunFields,
): Promise<Outcome<undefined, 'not-found' | 'no-route' | 'same-run' | 'too-many'> | Overlap> {
  return inTransaction(async () => {
    const vehicle = await lockVehicle(scope, vehicleId)
    if (!vehicle) return refused('not-found')
    const where = { schoolId: scope.schoolId, formKey }
    const same = await VehicleRun.findOne({ attributes: ['id'], where, raw: true })
    if (same) return done()
    const route = await routeOf(scope, fields.routeId)
    if (!route) return refused('no-route')
    const runs = await runsOf(scope, vehicle)
    const obstacle = obstacleOf(runs, route, fields)
    if (obstacle) return obstacle
    const { routeId: _, ...rest } = fields
    const own = { publicId: newPublicId(), schoolId: scope.schoolId, vehicleId: vehicle.id, routeId: route.id, formKey }
    const run = await VehicleRun.create({ ...rest, ...own, seats: vehicle.capacity })
    await note(scope, 'run.created', { id: run.id, vehicle, route, fields })
    return done()
  })
}

/**
 * Changes a run; who applied before keeps the fare of that day, and who rides on it keeps the seat, also when it is no longer offered. The
 * times of riders follow (`timesAfter`), and they are told; answers how many. Refuses `not-found`, `changed` (saved by somebody else since
 * `version`), `in-use` (another route, although students ride on this one or have applied), and as `createRun`.
 */
export function updateRun(
  scope: SchoolScope,
  place: RunPlace,
  version: number,
  fields: RunFields,
): Promise<Outcome<number, 'not-found' | 'changed' | 'no-route' | 'in-use' | 'same-run' | 'too-many'> | Overlap> {
  return inTransaction(async () => {
    const riders = await lockRiders(scope, { runId: place.runId })
    const vehicle = await lockVehicle(scope, place.vehicleId)
    const runs = vehicle ? await runsOf(scope, vehicle) : []
    const before = runs.find(({ publicId }) => publicId === place.runId)
    if (!vehicle || !before) return refused('not-found')
    if (before.version !== version) return refused('changed')
    const route = await routeOf(scope, fields.routeId)
    if (!route) return refused('no-route')
    if (route.id !== before.routeId && (await isAppliedFor(scope, before.id))) return refused('in-use')
    const others = runs.filter((run) => run.id !== before.id)
    const obstacle = obstacleOf(others, route, fields)
    if (obstacle) return obstacle
    const { routeId: _, ...rest } = fields
    const where = { id: before.id, schoolId: scope.schoolId }
    await VehicleRun.update({ ...rest, routeId: route.id, version: version + 1 }, { where })
    await note(scope, 'run.updated', { id: before.id, vehicle, route, fields })
    return done(await moveRiders(scope, riders, { run: timesOf(fields) }))
  })
}

/** The vehicle drives a route no more. Refuses `not-found` and `applied-for`: an application keeps what it names. */
export async function deleteRun(
  scope: SchoolScope,
  place: RunPlace,
): Promise<Outcome<undefined, 'not-found' | 'applied-for'>> {
  return inTransaction(
    async () => {
      const vehicle = await lockVehicle(scope, place.vehicleId)
      const runs = vehicle ? await runsOf(scope, vehicle) : []
      const run = runs.find(({ publicId }) => publicId === place.runId)
      if (!vehicle || !run) return refused('not-found')
      const values = { schoolId: scope.schoolId, id: run.id }
      await execute('DELETE FROM vehicle_routes WHERE school_id = :schoolId AND id = :id', values)
      const details = { vehicle: vehicle.vehicleNumber, route: run.routeName }
      await recordAudit(scope, { action: 'run.deleted', subject: { kind: 'run', id: run.id }, details })
      return done()
    },
    {
      transport_applications_wanted: 'applied-for',
      transport_applications_run: 'applied-for',
    },
  )
}

function timesOf({ departureMinute, arrivalMinute, returnMinute }: RunFields) {
  return { departureMinute, arrivalMinute, returnMinute }
}

/** Why a vehicle with these other runs cannot drive so. One that is not offered takes no time of the day. */
function obstacleOf(
  others: readonly KnownRun[],
  route: { id: number },
  fields: RunFields,
): (Outcome<never, 'same-run' | 'too-many'> & { ok: false }) | Overlap | null {
  const { departureMinute } = fields
  if (others.some((run) => run.routeId === route.id && run.departureMinute === departureMinute))
    return refused('same-run')
  if (!fields.isActive) return null
  const offered = others.filter((run) => run.isActive === 1)
  if (offered.length >= mostRunsOfAVehicle) return refused('too-many')
  const other = offered.find((run) => doRunsCollide(run, fields))
  return other ? { ...refused('overlap'), other } : null
}

interface KnownRun {
  id: number
  publicId: string
  routeId: number
  routeName: string
  departureMinute: number
  arrivalMinute: number
  returnMinute: number | null
  isActive: number
  version: number
}

/** All runs of a vehicle; the vehicle is held, so that nobody adds one meanwhile. */
function runsOf(scope: SchoolScope, vehicle: { id: number }): Promise<KnownRun[]> {
  return select<KnownRun>(
    `SELECT r.id, r.public_id AS publicId, r.route_id AS routeId, t.name AS routeName, r.departure_minute AS departureMinute,
       r.arrival_minute AS arrivalMinute, r.return_minute AS returnMinute, r.is_active AS isActive, r.version
     FROM vehicle_routes r JOIN transport_routes t ON t.school_id = r.school_id AND t.id = r.route_id
     WHERE r.school_id = :schoolId AND r.vehicle_id = :vehicleId ORDER BY r.departure_minute`,
    { schoolId: scope.schoolId, vehicleId: vehicle.id },
  )
}

function routeOf(scope: SchoolScope, publicId: string): Promise<{ id: number; name: string } | null> {
  return selectOne('SELECT id, name FROM transport_routes WHERE school_id = :schoolId AND public_id = :publicId', {
    schoolId: scope.schoolId,
    publicId,
  })
}

async function isAppliedFor(scope: SchoolScope, runId: number): Promise<boolean> {
  const found = await selectOne(
    `SELECT id FROM transport_applications WHERE school_id = :schoolId AND run_id = :runId
     UNION ALL SELECT id FROM transport_applications WHERE school_id = :schoolId AND wanted_run_id = :runId LIMIT 1`,
    { schoolId: scope.schoolId, runId },
  )
  return found !== null
}

function note(
  scope: SchoolScope,
  action: 'run.created' | 'run.updated',
  run: { id: number; vehicle: { vehicleNumber: string }; route: { name: string }; fields: RunFields },
): Promise<void> {
  const { departureMinute, arrivalMinute, feePaise: farePaise, isActive: offered } = run.fields
  const details = {
    vehicle: run.vehicle.vehicleNumber,
    route: run.route.name,
    departureMinute,
    arrivalMinute,
    farePaise,
    offered,
  }
  return recordAudit(scope, { action, subject: { kind: 'run', id: run.id }, details })
}
