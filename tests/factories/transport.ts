import { execute } from '~/database/database.server'
import type { Point } from '~/models/core/shared/geo'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { type Application, applyForTransport, applyForVehicle } from '~/models/money/transport/apply/apply.server'
import { quoteTransport, quoteVehicle } from '~/models/money/transport/apply/quote-fare.server'
import type { FareBasis } from '~/models/money/transport/fare-fields'
import { shownPrice } from '~/models/money/transport/rules'
import type { FeeType, VehicleStatus, VehicleType } from '~/models/money/vehicles/vehicle-fields'
import { insert, unique } from './insert'
import { readRow, readRows } from './read'

/** Centre of Rajkot, where the test schools are. */
export const rajkot: Point = { latitude: 22.3, longitude: 70.8 }
/** Exactly 12.4 km north of `rajkot` along the great circle. */
export const northOfRajkot: Point = { latitude: 22.411517, longitude: 70.8 }

/** Sets the location of a school, so that distances to it can be measured. */
export async function locateSchool(school: { id: number }, point: Point = rajkot): Promise<void> {
  await execute('UPDATE schools SET latitude = :latitude, longitude = :longitude WHERE id = :id', {
    id: school.id,
    ...point,
  })
}

const times = () => ({ created_at: new Date(), updated_at: new Date() })

export interface MadeRoute {
  id: number
  publicId: string
  schoolId: number
  name: string
}

/** Creates a route that starts in the centre of Rajkot. */
export async function makeRoute(
  school: { id: number },
  overrides: Partial<{ name: string; start: Point | null; isActive: boolean }> = {},
): Promise<MadeRoute> {
  const { name, start, isActive } = { name: `Route ${unique()}`, start: rajkot, isActive: true, ...overrides }
  const publicId = newPublicId()
  const id = await insert('transport_routes', {
    public_id: publicId,
    school_id: school.id,
    name,
    start_location: 'Kalavad Road, Rajkot',
    start_latitude: start?.latitude ?? null,
    start_longitude: start?.longitude ?? null,
    end_location: 'Race Course, Rajkot',
    end_latitude: rajkot.latitude,
    end_longitude: rajkot.longitude,
    distance_metres: 9000,
    is_active: isActive ? 1 : 0,
    form_key: unique(),
    ...times(),
  })
  return { id, publicId, schoolId: school.id, name }
}

export interface MadeStop {
  id: number
  publicId: string
  name: string
}

/** Creates a stop with pickup at 07:05 and drop at 14:10, by default with a fare of ₹900 a month. */
export async function makeStop(
  route: MadeRoute,
  overrides: Partial<{ name: string; farePaise: number | null; position: number }> = {},
): Promise<MadeStop> {
  const facts = { name: `Stop ${unique()}`, farePaise: 900_00 as number | null, position: 1, ...overrides }
  const publicId = newPublicId()
  const id = await insert('route_stops', {
    public_id: publicId,
    school_id: route.schoolId,
    route_id: route.id,
    position: facts.position,
    name: facts.name,
    place: 'Opposite the temple',
    latitude: northOfRajkot.latitude,
    longitude: northOfRajkot.longitude,
    pickup_minute: 7 * 60 + 5,
    drop_minute: 14 * 60 + 10,
    fare_paise: facts.farePaise,
    form_key: unique(),
    ...times(),
  })
  return { id, publicId, name: facts.name }
}

export interface MadeVehicle {
  id: number
  publicId: string
  schoolId: number
  number: string
  capacity: number
}

let vehiclesMade = 1000

/** Creates a bus to the school, by default with two seats and at the school's default fare. */
export async function makeVehicle(
  school: { id: number },
  overrides: Partial<{
    number: string
    type: VehicleType
    status: VehicleStatus
    capacity: number
    driverName: string
    driverPhone: string
    feeType: FeeType
    amountPaise: number | null
    destination: Point | null
  }> = {},
): Promise<MadeVehicle> {
  vehiclesMade += 1
  const facts = {
    number: `GJ 03 AB ${vehiclesMade}`,
    type: 'bus',
    status: 'active',
    capacity: 2,
    driverName: 'Ramesh Solanki',
    driverPhone: '9825011111',
    feeType: 'per_km',
    amountPaise: null as number | null,
    destination: rajkot as Point | null,
    ...overrides,
  }
  const publicId = newPublicId()
  const id = await insert('vehicles', {
    public_id: publicId,
    school_id: school.id,
    vehicle_number: facts.number,
    vehicle_type: facts.type,
    status: facts.status,
    capacity: facts.capacity,
    driver_name: facts.driverName,
    driver_phone: facts.driverPhone,
    fee_type: facts.feeType,
    amount_paise: facts.amountPaise,
    destination_address: facts.destination ? 'Race Course, Rajkot' : null,
    destination_latitude: facts.destination?.latitude ?? null,
    destination_longitude: facts.destination?.longitude ?? null,
    form_key: unique(),
    ...times(),
  })
  return { id, publicId, schoolId: school.id, number: facts.number, capacity: facts.capacity }
}

export interface MadeRun {
  id: number
  publicId: string
  vehicle: MadeVehicle
  route: MadeRoute
}

/** Creates a trip of the vehicle on the route from 06:45 to 07:40, and back at 14:00. */
export async function makeRun(
  vehicle: MadeVehicle,
  route: MadeRoute,
  overrides: Partial<{ feePaise: number | null; departureMinute: number }> = {},
): Promise<MadeRun> {
  const { feePaise, departureMinute } = { feePaise: null, departureMinute: 6 * 60 + 45, ...overrides }
  const publicId = newPublicId()
  const id = await insert('vehicle_routes', {
    public_id: publicId,
    school_id: vehicle.schoolId,
    vehicle_id: vehicle.id,
    route_id: route.id,
    departure_minute: departureMinute,
    arrival_minute: departureMinute + 55,
    return_minute: 14 * 60,
    fee_paise: feePaise,
    seats: vehicle.capacity,
    form_key: unique(),
    ...times(),
  })
  return { id, publicId, vehicle, route }
}

export interface MadeFare {
  id: number
  publicId: string
  name: string
}

/** Creates the school's default fare: ₹1,000 a month and ₹50 per km, with a deposit of ₹2,000. */
export async function makeFare(
  school: { id: number },
  overrides: Partial<{
    name: string
    basis: FareBasis
    basePaise: number
    perKmPaise: number
    depositPaise: number
    isDefault: boolean
  }> = {},
): Promise<MadeFare> {
  const facts = {
    name: `Fare ${unique()}`,
    basis: 'distance',
    basePaise: 1_000_00,
    perKmPaise: 50_00,
    depositPaise: 2_000_00,
    isDefault: true,
    ...overrides,
  }
  const publicId = newPublicId()
  const id = await insert('fare_structures', {
    public_id: publicId,
    school_id: school.id,
    name: facts.name,
    basis: facts.basis,
    base_fare_paise: facts.basePaise,
    per_km_paise: facts.perKmPaise,
    deposit_paise: facts.depositPaise,
    is_default: facts.isDefault ? 1 : 0,
    form_key: unique(),
    ...times(),
  })
  return { id, publicId, name: facts.name }
}

type Applicant = { scope: StudentScope }

/** Form input of a student who lives 12.4 km north of the school and pays monthly. */
export function transportAnswers(overrides: Partial<Application> = {}): Application {
  return {
    pickupAddress: 'Near the lake, Rajkot',
    pickup: northOfRajkot,
    dropAddress: 'Near the lake, Rajkot',
    drop: null,
    paymentPlan: 'monthly',
    emergencyContact: '9825022222',
    medicalConditions: null,
    specialRequirements: null,
    seenPrice: '',
    formKey: unique(),
    ...overrides,
  }
}

export interface MadeTransport {
  id: number
  publicId: string
  studentId: number
}

async function sentTransport(
  outcome: Awaited<ReturnType<typeof applyForTransport | typeof applyForVehicle>>,
): Promise<MadeTransport> {
  if (!outcome.ok) throw new Error(`The application was refused: ${outcome.reason}`)
  const publicId = outcome.value.applicationId
  const row = await readRow<{ id: number; studentId: number }>(
    'SELECT id, student_id AS studentId FROM transport_applications WHERE public_id = :publicId',
    { publicId },
  )
  if (!row) throw new Error('The application is not there')
  return { ...row, publicId }
}

/** Applies for transport at this fare, and sends the current price as the one that the student saw, like the page. */
export async function makeTransportApplication(
  student: Applicant,
  fare: MadeFare,
  overrides: Partial<Application> & { stopId?: string; preferredRouteId?: string } = {},
): Promise<MadeTransport> {
  const { stopId = null, preferredRouteId = null, ...rest } = overrides
  const answers = transportAnswers(rest)
  const wanted = { fareStructureId: fare.publicId, stopId, preferredRouteId }
  const quote = await quoteTransport(student.scope, { ...wanted, pickup: answers.pickup })
  if (!quote.ok) throw new Error(`No fare: ${quote.reason}`)
  return sentTransport(
    await applyForTransport(student.scope, { ...answers, ...wanted, seenPrice: priceOf(quote.value, answers) }),
  )
}

export async function makeVehicleApplication(
  student: Applicant,
  run: MadeRun,
  overrides: Partial<Application> = {},
): Promise<MadeTransport> {
  const answers = transportAnswers(overrides)
  const quote = await quoteVehicle(student.scope, { runId: run.publicId, pickup: answers.pickup })
  if (!quote.ok) throw new Error(`No fare: ${quote.reason}`)
  const seenPrice = priceOf(quote.value, answers)
  return sentTransport(await applyForVehicle(student.scope, { ...answers, runId: run.publicId, seenPrice }))
}

function priceOf(
  quote: { depositPaise: number; plans: ReadonlyArray<{ plan: string; periodPaise: number }> },
  { paymentPlan }: Application,
): string {
  const price = quote.plans.find(({ plan }) => plan === paymentPlan)
  return shownPrice(price?.periodPaise ?? 0, quote.depositPaise)
}

export async function readOccupiedSeats(run: { id: number }): Promise<number> {
  const row = await readRow<{ taken: number }>('SELECT seats_taken AS taken FROM vehicle_routes WHERE id = :id', {
    id: run.id,
  })
  return row?.taken ?? -1
}

/**
 * Returns violated invariants: trips whose seat count differs from their passengers, and applications in impossible
 * states.
 */
export function faultsOfTransport(school: { id: number }): Promise<Array<{ fault: string; id: number }>> {
  return readRows(
    `SELECT 'seats' AS fault, r.id FROM vehicle_routes r
       LEFT JOIN transport_applications a ON a.run_id = r.id
     WHERE r.school_id = :id GROUP BY r.id HAVING MAX(r.seats_taken) <> COUNT(a.id)
     UNION ALL SELECT 'overfull', id FROM vehicle_routes WHERE school_id = :id AND seats_taken > seats
     UNION ALL SELECT 'owed before approval', a.id FROM transport_applications a
       JOIN transport_charges c ON c.application_id = a.id WHERE a.school_id = :id AND a.approved_at IS NULL
     UNION ALL SELECT 'approved and not owed', a.id FROM transport_applications a
       LEFT JOIN transport_charges c ON c.application_id = a.id AND c.period = 1
     WHERE a.school_id = :id AND a.approved_at IS NOT NULL AND c.id IS NULL
     UNION ALL SELECT 'two at once', MIN(a.id) FROM transport_applications a
     WHERE a.school_id = :id AND a.is_live = 1 GROUP BY a.student_id HAVING COUNT(*) > 1
     UNION ALL SELECT 'owed when over', a.id FROM transport_applications a
       JOIN transport_charges c ON c.application_id = a.id
       JOIN dues d ON d.kind = a.kind AND d.source_id = c.id AND d.student_id = a.student_id
     WHERE a.school_id = :id AND a.status IN ('rejected','cancelled') AND a.ended_on IS NULL AND d.state = 'open'`,
    { id: school.id },
  )
}
