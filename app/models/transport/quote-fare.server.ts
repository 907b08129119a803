import { selectOne } from '~/database/database.server'
import type { Joined } from '~/database/rows'
import { findMaps, type SchoolMaps } from '~/models/schools/find-maps.server'
import { isNearIndia } from '~/models/schools/near-india.server'
import type { Point } from '~/models/shared/geo'
import { done, type Outcome, refused } from '~/models/shared/outcome'
import type { StudentScope } from '~/models/shared/scope.server'
import { findTrip, type Run } from '~/models/vehicles/find-trip.server'
import { routeIsDriven } from '~/models/vehicles/offered-sql.server'
import { isTripOffered } from '~/models/vehicles/rules'
import type { FareBasis } from './fare-fields'
import { measure } from './measure.server'
import { farthestKm, paymentPlans, standardAnnualDiscountPercent } from './options'
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
  /** The price depends on the distance. */
  isByDistance: boolean
  /** For Google's map of the way in a browser; null where the school has none. */
  browserKey: string | null
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
  const fare = await findFare(scope, fareStructureId, stopId)
  if (!fare) return refused('no-fare')
  const { stop, annualDiscountPercent } = fare
  if (fare.basis === 'stop' && !stop) return refused('no-stop')
  const way = await measureTo(scope, pickup, maps.location, maps)
  if (!way.ok) return way
  const { metres, minutes, isFallback } = way.value
  const monthPaise = stop ? stop.farePaise : distanceFare(fare, metres)
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
    isByDistance: stop === null,
    browserKey: maps.browserKey,
  })
}

/**
 * What a seat in a vehicle costs from a place (HT section 7, calculate-fee). Refuses `vehicle-gone` (not offered, or no such run),
 * `no-destination` (the office has said neither where the vehicle goes, nor where its route begins, nor where the school is), `outside-india` and `too-far`.
 */
export async function quoteVehicle(
  scope: StudentScope,
  { pickup, runId }: { pickup: Point; runId: string },
): Promise<Outcome<VehicleQuote, WhereRefusal | 'vehicle-gone' | 'no-destination'>> {
  const run = await findTrip(scope, { publicId: runId })
  if (!run || !isTripOffered(run)) return refused('vehicle-gone')
  const maps = await findMaps(scope)
  // A vehicle of the school that is not said to go elsewhere goes to the school.
  const atSchool = maps.location && { address: maps.schoolName, point: maps.location }
  const destination = run.destination ? { address: run.destinationAddress, point: run.destination } : atSchool
  if (!destination) return refused('no-destination')
  const way = await measureTo(scope, pickup, destination.point, maps)
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
    destination,
    isFallback,
    isByDistance: calculation === 'per_km' || calculation === 'tariff',
    browserKey: maps.browserKey,
  })
}

interface Fare {
  id: number
  name: string
  basis: FareBasis
  basePaise: number
  perKmPaise: number
  depositPaise: number
  annualDiscountPercent: number
  /** The stop that was asked for, of a fare by stop, if it has a fare and its route is driven. */
  stop: { id: number; routeId: number; farePaise: number } | null
}

/** A fare that is offered, the stop of a fare by stop, and the school's discount of a year: one read. */
async function findFare(scope: StudentScope, fareStructureId: string, stopId: string | null): Promise<Fare | null> {
  const row = await selectOne<Omit<Fare, 'stop'> & Joined<{ stopId: number; routeId: number; stopFarePaise: number }>>(
    `SELECT f.id, f.name, f.basis, f.base_fare_paise AS basePaise, f.per_km_paise AS perKmPaise,
       f.deposit_paise AS depositPaise, CAST(COALESCE(r.annual_discount_percent, :discount) AS SIGNED) AS annualDiscountPercent,
       p.id AS stopId, p.route_id AS routeId, p.fare_paise AS stopFarePaise
     FROM fare_structures f LEFT JOIN tariffs r ON r.school_id = f.school_id
       LEFT JOIN (route_stops p JOIN transport_routes t ON t.id = p.route_id AND ${routeIsDriven})
         ON f.basis = 'stop' AND p.school_id = f.school_id AND p.public_id = :stopId AND p.fare_paise IS NOT NULL
     WHERE f.school_id = :schoolId AND f.public_id = :fareStructureId AND f.is_active = 1`,
    { schoolId: scope.schoolId, fareStructureId, stopId, discount: standardAnnualDiscountPercent },
  )
  if (!row) return null
  const { stopId: id, routeId, stopFarePaise: farePaise, ...fare } = row
  return { ...fare, stop: id === null ? null : { id, routeId, farePaise } }
}

async function measureTo(
  scope: StudentScope,
  from: Point,
  to: Point,
  maps: SchoolMaps,
): Promise<Outcome<{ metres: number; minutes: number; isFallback: boolean }, WhereRefusal>> {
  if (!(await isNearIndia(from))) return refused('outside-india')
  const { value, isFallback } = await measure(scope, from, to, maps)
  return value.metres > farthestKm * 1000 ? refused('too-far') : done({ ...value, isFallback })
}
