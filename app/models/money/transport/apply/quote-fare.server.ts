import { number, numberOrNull, selectRow } from '~/database/database.server'
import { columnsOf } from '~/kit/tables/table.server'
import { findMaps, type SchoolMaps } from '~/models/core/schools/find-maps.server'
import { isNearIndia } from '~/models/core/schools/near-india.server'
import type { Point } from '~/models/core/shared/geo'
import { done, refused } from '~/models/core/shared/outcome'
import type { ForStudent } from '~/models/money/ledger/locks.server'
import { findTrip } from '~/models/money/vehicles/find-trip.server'
import { routeIsDriven } from '~/models/money/vehicles/offered-sql.server'
import { isTripOffered } from '~/models/money/vehicles/rules'
import { farthestKm, paymentPlans, standardAnnualDiscountPercent } from '../options'
import { type Calculation, distanceFare, type PlanPrice, planPrice, vehicleFare } from '../rules'
import { FareStructure } from '../tables.server'
import { findTariff } from '../tariff.server'
import { measure } from './measure.server'

/** Current price of a seat, in paise. The page shows it, and the application is checked against it. */
export interface FareQuote {
  /** Name on dues and receipts. */
  fareName: string
  metres: number
  minutes: number
  /** Monthly amount before the distance is added. */
  basePaise: number
  monthPaise: number
  depositPaise: number
  plans: PlanPrice[]
  /** Destination to which the distance is measured. */
  destination: { address: string; point: Point }
  /** The school's maps service failed, and the built-in table measured instead. */
  isFallback: boolean
  isByDistance: boolean
  /** Rule that set the price of a vehicle; absent for a fare of the school. */
  calculation?: Calculation
  /** Key for Google's map in the browser; null when the school has none. */
  browserKey: string | null
}

/** Public ids; `stopId` only for a fare by stop. */
export type WantedFare = { fareStructureId: string; stopId: string | null }

/**
 * Calculates the price of transport from a pickup point by one of the school's fares (hostel and transport
 * specification, section 7, calculate-fare). Refuses `no-school-location`, `no-fare` (unknown or not offered),
 * `no-stop` (a fare by stop without a stop that has a fare), `outside-india` and `too-far`.
 */
export async function quoteTransport(
  scope: ForStudent,
  { pickup, fareStructureId, stopId }: WantedFare & { pickup: Point },
) {
  const maps = await findMaps(scope)
  if (!maps.location) return refused('no-school-location')
  const fare = await findFare(scope, fareStructureId, stopId)
  if (!fare) return refused('no-fare')
  const { stop } = fare
  if (fare.basis === 'stop' && !stop) return refused('no-stop')
  const way = await measureTo(scope, pickup, maps.location, maps)
  if (!way.ok) return way
  const monthPaise = stop ? stop.farePaise : distanceFare(fare, way.value.metres)
  return done({
    fareStructureId: fare.id,
    fareName: fare.name,
    stop: stop && { id: stop.id, routeId: stop.routeId },
    ...way.value,
    basePaise: stop ? stop.farePaise : fare.basePaise,
    ...monthsOf(monthPaise, fare),
    destination: { address: maps.schoolName, point: maps.location },
    isByDistance: stop === null,
  })
}

/**
 * Calculates the price of a seat in a vehicle from a pickup point (hostel and transport specification, section 7,
 * calculate-fee). Refuses `vehicle-gone` (the trip is unknown or not offered), `no-destination` (neither the vehicle,
 * its route nor the school has a location), `outside-india` and `too-far`.
 */
export async function quoteVehicle(scope: ForStudent, { pickup, runId }: { pickup: Point; runId: string }) {
  const run = await findTrip(scope, { publicId: runId })
  if (!run || !isTripOffered(run)) return refused('vehicle-gone')
  const maps = await findMaps(scope)
  // A vehicle without a destination drives to the school.
  const atSchool = maps.location && { address: maps.schoolName, point: maps.location }
  const destination = run.destination ? { address: run.destinationAddress, point: run.destination } : atSchool
  if (!destination) return refused('no-destination')
  const way = await measureTo(scope, pickup, destination.point, maps)
  if (!way.ok) return way
  const tariff = await findTariff(scope)
  const { monthPaise, basePaise, calculation } = vehicleFare(run, tariff, way.value.metres)
  return done({
    run,
    calculation,
    fareName: `${run.vehicleNumber}, ${run.routeName}`,
    ...way.value,
    basePaise,
    ...monthsOf(monthPaise, tariff),
    destination,
    isByDistance: calculation === 'per_km' || calculation === 'tariff',
  })
}

function monthsOf(monthPaise: number, terms: { depositPaise: number; annualDiscountPercent: number }) {
  const plans = paymentPlans.map((plan) => planPrice(plan, monthPaise, terms.annualDiscountPercent))
  return { monthPaise, depositPaise: terms.depositPaise, plans }
}

/**
 * Reads in one query an offered fare, the stop of a fare by stop (if the stop has a fare and its route an offered trip)
 * and the school's annual discount.
 */
async function findFare(scope: ForStudent, fareStructureId: string, stopId: string | null) {
  const row = await selectRow(
    {
      ...columnsOf(FareStructure, 'f', 'id', 'name', 'basis', 'perKmPaise', 'depositPaise'),
      basePaise: number('f.base_fare_paise'),
      annualDiscountPercent: number('COALESCE(r.annual_discount_percent, :discount)'),
      stopId: numberOrNull('p.id'),
      routeId: numberOrNull('p.route_id'),
      farePaise: numberOrNull('p.fare_paise'),
    },
    `FROM fare_structures f LEFT JOIN tariffs r ON r.school_id = f.school_id
       LEFT JOIN (route_stops p JOIN transport_routes t ON t.id = p.route_id AND ${routeIsDriven})
         ON f.basis = 'stop' AND p.school_id = f.school_id AND p.public_id = :stopId AND p.fare_paise IS NOT NULL
     WHERE f.school_id = :schoolId AND f.public_id = :fareStructureId AND f.is_active = 1`,
    { schoolId: scope.schoolId, fareStructureId, stopId, discount: standardAnnualDiscountPercent },
  )
  if (!row) return null
  const { stopId: id, routeId, farePaise, ...fare } = row
  const hasStop = id !== null && routeId !== null && farePaise !== null
  return { ...fare, stop: hasStop ? { id, routeId, farePaise } : null }
}

async function measureTo(scope: ForStudent, from: Point, to: Point, maps: SchoolMaps) {
  if (!(await isNearIndia(from))) return refused('outside-india')
  const { value, isFallback } = await measure(scope, from, to, maps)
  return value.metres > farthestKm * 1000
    ? refused('too-far')
    : done({ ...value, isFallback, browserKey: maps.browserKey })
}
