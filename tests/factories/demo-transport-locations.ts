import { execute } from '~/database/database.server'
import { addDays } from '~/models/core/shared/calendar'
import type { Point } from '~/models/core/shared/geo'
import { newPublicId } from '~/models/core/shared/public-id.server'
import type { VehicleDocumentKind, VehicleStatus, VehicleType } from '~/models/money/vehicles/vehicle-fields'
import { insert, unique } from './insert'
import { type MadeRun, makeFare, makeVehicle } from './transport'

/** Location of the demo school. */
export const ashramRoad: Point = { latitude: 23.0365, longitude: 72.5611 }
/** Location of the second demo school, in Chennai. */
export const cathedralRoad: Point = { latitude: 13.05, longitude: 80.253 }

const at = (latitude: number, longitude: number): Point => ({ latitude, longitude })

interface DemoStop {
  name: string
  point: Point
  farePaise: number
}

const stop = (name: string, point: Point, rupees: number): DemoStop => ({ name, point, farePaise: rupees * 100 })

/** Each route ends at the school; fares of the stops decrease along the way. */
const routes = [
  {
    name: 'Route 1, Bopal',
    metres: 13_200,
    stops: [
      stop('South Bopal circle', at(23.0176, 72.4699), 1800),
      stop('Prahlad Nagar garden', at(23.012, 72.5108), 1500),
      stop('Shivranjani crossroads', at(23.0243, 72.5297), 1200),
      stop('Nehru Nagar circle', at(23.0232, 72.541), 1000),
    ],
  },
  {
    name: 'Route 2, Naroda',
    metres: 14_600,
    stops: [
      stop('Naroda Patiya', at(23.0686, 72.6536), 1900),
      stop('Saijpur tower', at(23.062, 72.63), 1700),
      stop('Kalupur station', at(23.0276, 72.601), 1300),
      stop('Shahpur gate', at(23.04, 72.583), 1000),
      stop('Usmanpura garden', at(23.049, 72.57), 800),
    ],
  },
  {
    name: 'Route 3, Koba',
    metres: 17_900,
    stops: [
      stop('Koba circle', at(23.143, 72.633), 2200),
      stop('Motera stadium', at(23.104, 72.597), 1700),
      stop('Sabarmati station', at(23.083, 72.588), 1500),
      stop('Ranip bus stand', at(23.079, 72.573), 1400),
      stop('Vadaj circle', at(23.064, 72.57), 1000),
      stop('Income Tax circle', at(23.044, 72.57), 700),
    ],
  },
] as const

interface DemoVehicle {
  number: string
  type: VehicleType
  capacity: number
  driverName: string
  driverPhone: string
  status?: VehicleStatus
  monthPaise?: number
  /** Days until the documents expire; negative for expired ones. */
  papers: Partial<Record<VehicleDocumentKind, number>>
  /** Index of the route, and times in minutes after midnight. */
  runs: ReadonlyArray<{ route: number; departure: number; arrival: number; back: number }>
}

const papers = { registration: 2600, insurance: 210, fitness: 150, permit: 400, pollution: 90 }

const vehicles: readonly DemoVehicle[] = [
  {
    number: 'GJ 01 AX 4471',
    type: 'bus',
    capacity: 40,
    driverName: 'Ramesh Solanki',
    driverPhone: '9825011111',
    papers,
    runs: [
      { route: 0, departure: 390, arrival: 445, back: 820 },
      { route: 2, departure: 460, arrival: 520, back: 900 },
    ],
  },
  {
    number: 'GJ 01 BK 2208',
    type: 'minibus',
    capacity: 20,
    driverName: 'Imran Pathan',
    driverPhone: '9825011112',
    papers: { ...papers, insurance: 18 },
    runs: [{ route: 1, departure: 395, arrival: 450, back: 820 }],
  },
  {
    number: 'GJ 01 CR 9035',
    type: 'van',
    capacity: 2,
    monthPaise: 1_800_00,
    driverName: 'Manoj Thakor',
    driverPhone: '9825011113',
    papers: { ...papers, pollution: 6 },
    runs: [{ route: 2, departure: 400, arrival: 455, back: 825 }],
  },
  {
    number: 'GJ 01 DV 1162',
    type: 'bus',
    capacity: 42,
    status: 'maintenance',
    driverName: 'Dinesh Parmar',
    driverPhone: '9825011114',
    papers: { ...papers, fitness: -12 },
    runs: [{ route: 0, departure: 400, arrival: 455, back: 830 }],
  },
]

export interface DemoTransport {
  fares: { distance: Awaited<ReturnType<typeof makeFare>>; stops: Awaited<ReturnType<typeof makeFare>> }
  /** Public ids and locations of each route's stops. */
  stops: Array<Array<{ publicId: string; point: Point }>>
  /** Trips in vehicle order: two of the bus, then one each of the minibus, the van, and the vehicle in repair. */
  runs: MadeRun[]
}

/** Creates two fares, three routes with stops, and four vehicles with documents and trips; `today` is a day in IST. */
export async function makeDemoFleet(school: { id: number }, today: string): Promise<DemoTransport> {
  const distance = { name: 'By distance', basePaise: 800_00, perKmPaise: 45_00, depositPaise: 2_000_00 }
  // For a fare by stop, the stops set the monthly amounts.
  const byStop = {
    name: 'By stop',
    basis: 'stop',
    basePaise: 0,
    perKmPaise: 0,
    depositPaise: 1_500_00,
    isDefault: false,
  } as const
  const fares = { distance: await makeFare(school, distance), stops: await makeFare(school, byStop) }
  const made = []
  for (const route of routes) made.push(await insertRoute(school, route))
  const runs: MadeRun[] = []
  for (const { papers: documents, runs: drives, monthPaise, ...facts } of vehicles) {
    const fee = monthPaise === undefined ? {} : ({ feeType: 'fixed', amountPaise: monthPaise } as const)
    const vehicle = await makeVehicle(school, { ...facts, ...fee, destination: ashramRoad })
    for (const [kind, days] of Object.entries(documents)) {
      await insert('vehicle_documents', {
        ...common(school),
        vehicle_id: vehicle.id,
        kind,
        number: `${kind.slice(0, 3).toUpperCase()}-${vehicle.id}`,
        expires_on: addDays(today, days),
      })
    }
    for (const { route: index, departure, arrival, back } of drives) {
      const route = made[index]
      if (!route) throw new Error('The demo has no such route')
      const row = {
        ...common(school),
        vehicle_id: vehicle.id,
        route_id: route.id,
        departure_minute: departure,
        arrival_minute: arrival,
        return_minute: back,
        seats: vehicle.capacity,
      }
      runs.push({ id: await insert('vehicle_routes', row), publicId: row.public_id, vehicle, route })
    }
  }
  await execute('UPDATE vehicles SET destination_address = :address WHERE school_id = :id', {
    id: school.id,
    address: 'Ashram Road, Navrangpura, Ahmedabad',
  })
  return { fares, stops: made.map((route) => route.stops), runs }
}

function common(school: { id: number }) {
  const now = new Date()
  return { public_id: newPublicId(), school_id: school.id, form_key: unique(), created_at: now, updated_at: now }
}

async function insertRoute(school: { id: number }, { name, metres, stops }: (typeof routes)[number]) {
  const first = stops[0]
  const row = {
    ...common(school),
    name,
    start_location: `${first.name}, Ahmedabad`,
    start_latitude: first.point.latitude,
    start_longitude: first.point.longitude,
    end_location: '14 Ashram Road, Navrangpura, Ahmedabad',
    end_latitude: ashramRoad.latitude,
    end_longitude: ashramRoad.longitude,
    distance_metres: metres,
  }
  const id = await insert('transport_routes', row)
  const made = []
  for (const [index, { name: stopName, point, farePaise }] of stops.entries()) {
    const stopRow = {
      ...common(school),
      route_id: id,
      position: index + 1,
      name: stopName,
      place: `${stopName}, Ahmedabad`,
      ...point,
      pickup_minute: 395 + 9 * index,
      drop_minute: 870 - 9 * index,
      fare_paise: farePaise,
    }
    await insert('route_stops', stopRow)
    made.push({ publicId: stopRow.public_id, point })
  }
  return { id, publicId: row.public_id, schoolId: school.id, name, stops: made }
}
