import { selectOne } from '~/database/connection.server'
import { findMaps, type SchoolMaps } from '~/models/schools/find-maps.server'
import type { Point } from '~/models/shared/geo'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { findRun, type Run } from '~/models/vehicles/find-run.server'
import { isRunOffered } from '~/models/vehicles/rules'
import { findPlaceAt, measure } from './measure.server'
import { type FareBasis, farthestKm, paymentPlans } from './options'
import { type Calculation, distanceFare, type PlanPrice, planPrice, vehicleFare } from './rules'
import { findTariff } from './tariff.server'

/** What a seat costs as of now; paise. The page shows it, and the application is compared with it. */
export interface FareQuote {
  /** What it is called on dues and receipts. */
  fareName: string
  metres: number
  minutes: number
  /** Of a month, before the distance is counted. */
  basePaise: number
  monthPaise: number
  depositPaise: number
  plans: PlanPrice[]
  /** Where the distance is measured to. */
  destination: { address: string; point: Point }
  /** The school's maps service failed, and the built-in table measured. */
  isFallback: boolean
}

export interface TransportQuote extends FareQuote {
  fareStructureId: number
  stop: { id: number; routeId: number } | null
}

export interface VehicleQuote extends FareQuote {
  calculation: Calculation
  run: Run
}

export type WhereRefusal = 'outside-india' | 'too-far'

export interface WantedFare {
  pickup: Point
  /** Public ids. */
  fareStructureId: string
  /** Of a fare by stop. */
  stopId: string | null
}

/**
 * What the school's transport costs from a place, by one of its fares (HT section 7, calculate-fare).
 * Refuses `no-school-location`, `no-fare` (none of this id that is offered), `no-stop` (a fare by stop without a stop that has one),
 * `outside-india` and `too-far`.
 */
export async function quoteTransport(
  scope: StudentScope,
  { pickup, fareStructureId, stopId }: WantedFare,
): Promise<Outcome<TransportQuote, WhereRefusal | 'no-school-location' | 'no-fare' | 'no-stop'>> {
  const maps = await findMaps(scope)
  if (!maps.location) return refused('no-school-location')
  const fare = await selectOne<{
    id: number
    name: string
    basis: FareBasis
    basePaise: number
    perKmPaise: number
    depositPaise: number
  }>(
    `SELECT id, name, basis, base_fare_paise AS basePaise, per_km_paise AS perKmPaise, deposit_paise AS depositPaise
     FROM fare_structures WHERE school_id = :schoolId AND public_id = :fareStructureId AND is_active = 1`,
    { schoolId: scope.schoolId, fareStructureId },
  )
  if (!fare) return refused('no-fare')
  const stop = fare.basis === 'stop' ? await findStop(scope, stopId) : null
  if (fare.basis === 'stop' && !stop) return refused('no-stop')
  const way = await measureTo(scope, pickup, maps.location, maps)
  if (!way.ok) return way
  const { metres, minutes, isFallback } = way.value
  const monthPaise = stop ? stop.farePaise : distanceFare(fare, metres)
  const { annualDiscountPercent } = await findTariff(scope)
  return done({
    fareStructureId: fare.id,
    fareName: fare.name,
    stop: stop && { id: stop.id, routeId: stop.routeId },
    metres,
    minutes,
    basePaise: stop ? stop.farePaise : fare.basePaise,
    monthPaise,
    depositPaise: fare.depositPaise,
    plans: paymentPlans.map((plan) => planPrice(plan, monthPaise, annualDiscountPercent)),
    destination: { address: maps.schoolName, point: maps.location },
    isFallback,
  })
}

/**
 * What a seat in a vehicle costs from a place (HT section 7, calculate-fee). Refuses `vehicle-gone` (not offered, or no such run),
 * `no-destination` (the office has said neither where the vehicle goes nor where its route begins), `outside-india` and `too-far`.
 */
export async function quoteVehicle(
  scope: StudentScope,
  { pickup, runId }: { pickup: Point; runId: string },
): Promise<Outcome<VehicleQuote, WhereRefusal | 'vehicle-gone' | 'no-destination'>> {
  const run = await findRun(scope, { publicId: runId })
  if (!run || !isRunOffered(run)) return refused('vehicle-gone')
  if (!run.destination) return refused('no-destination')
  const maps = await findMaps(scope)
  const way = await measureTo(scope, pickup, run.destination, maps)
  if (!way.ok) return way
  const { metres, minutes, isFallback } = way.value
  const tariff = await findTariff(scope)
  const { monthPaise, basePaise, calculation } = vehicleFare(run, tariff, metres)
  return done({
    run,
    calculation,
    fareName: `${run.vehicleNumber}, ${run.routeName}`,
    metres,
    minutes,
    basePaise,
    monthPaise,
    depositPaise: tariff.depositPaise,
    plans: paymentPlans.map((plan) => planPrice(plan, monthPaise, tariff.annualDiscountPercent)),
    destination: { address: run.destinationAddress, point: run.destination },
    isFallback,
  })
}

function findStop(scope: StudentScope, stopId: string | null) {
  if (stopId === null) return null
  return selectOne<{ id: number; routeId: number; farePaise: number }>(
    `SELECT p.id, p.route_id AS routeId, p.fare_paise AS farePaise FROM route_stops p JOIN transport_routes t ON t.id = p.route_id
     WHERE p.school_id = :schoolId AND p.public_id = :stopId AND p.fare_paise IS NOT NULL AND t.is_active = 1`,
    { schoolId: scope.schoolId, stopId },
  )
}

async function measureTo(
  scope: StudentScope,
  from: Point,
  to: Point,
  maps: SchoolMaps,
): Promise<Outcome<{ metres: number; minutes: number; isFallback: boolean }, WhereRefusal>> {
  const place = await findPlaceAt(scope, from, maps)
  if (!place.value) return refused('outside-india')
  const { value, isFallback } = await measure(scope, from, to, maps)
  return value.metres > farthestKm * 1000 ? refused('too-far') : done({ ...value, isFallback })
}
