import { paths } from '~/http/paths'
import { m } from '~/language/paraglide/messages'
import { findMaps } from '~/models/core/schools/find-maps.server'
import { isNearIndia } from '~/models/core/schools/near-india.server'
import { type Point, readPoint } from '~/models/core/shared/geo'
import { pageOf } from '~/models/core/shared/paging'
import type { StudentScope } from '~/models/core/shared/scope.server'
import { searchLocations } from '~/models/money/transport/apply/measure.server'
import { listOfferedVehicles, type OfferedVehicle } from '~/models/money/transport/apply/offered-vehicles.server'
import { addressLength } from '~/models/money/transport/options'
import { feeLines, vehicleTypeWord } from '~/models/money/transport/vehicle-words.server'
import { kmWord, pointWords } from '~/models/money/transport/words.server'

const maxDegreesLength = 40

export interface VehicleSearch {
  asked: { address: string; lat: string; lng: string }
  /** Key for Google's address search; null if the school has none. */
  browserKey: string | null
  /** Error message for invalid coordinates. */
  error: string | null
  /** Location chosen for an address, and other matches. */
  near: string | null
  others: Array<{ address: string; href: string }>
  /** True when the device has sent its location. */
  isHere: boolean
  /** True when the school's maps service did not answer. */
  isFallback: boolean
  list: Awaited<ReturnType<typeof listNear>> | null
}

/**
 * Tab Available Vehicles. Finds vehicles that match an address (`?address=`), or drive near its location; `lat` and
 * `lng` are a point or, with an address, the chosen one of several locations. `list` is null for invalid coordinates.
 */
export async function availableVehicles(scope: StudentScope, request: Request): Promise<VehicleSearch> {
  const query = new URL(request.url).searchParams
  const read = (name: string, longest: number) => (query.get(name) ?? '').trim().slice(0, longest)
  const asked = {
    address: read('address', addressLength),
    lat: read('lat', maxDegreesLength),
    lng: read('lng', maxDegreesLength),
  }
  const typed = asked.lat === '' && asked.lng === '' ? null : readPoint(asked.lat, asked.lng)
  const maps = await findMaps(scope)
  const form = {
    asked,
    browserKey: maps.browserKey,
    error: null,
    near: null,
    others: [],
    isHere: false,
    isFallback: false,
    list: null,
  }
  const isDevice = query.get('from') === 'device'
  if (typed && 'refusal' in typed) return { ...form, error: pointWords(typed.refusal) }
  if (typed && !(await isNearIndia(typed.point)))
    return { ...form, error: isDevice ? m.maps_location_failed() : m.maps_outside_india() }
  const found = typed || asked.address === '' ? null : await searchLocations(scope, asked.address, maps)
  const [likeliest, ...others] = found?.value ?? []
  const point = typed?.point ?? likeliest?.point ?? null
  return {
    ...form,
    near: likeliest ? m.vehicles_near({ place: likeliest.address }) : null,
    others: others.map((place) => ({
      address: place.address,
      href: paths.student.vehiclesNear(asked.address, place.point),
    })),
    isHere: typed !== null && isDevice,
    isFallback: found?.isFallback ?? false,
    list: await listNear(scope, asked, point, pageOf(query)),
  }
}

async function listNear(
  scope: StudentScope,
  asked: { address: string; lat: string; lng: string },
  point: Point | null,
  pageAsked: number,
) {
  const { rows, page, pages } = await listOfferedVehicles(scope, { address: asked.address, point, page: pageAsked })
  const isNarrowed = asked.address !== '' || point !== null
  return {
    vehicles: rows.map(vehicleCard),
    page,
    pages,
    href: paths.student.vehicleSearch(asked),
    isNarrowed,
    empty: {
      title: m.vehicles_none(),
      // "No vehicle near" is shown for a known location only.
      text: !isNarrowed
        ? m.vehicles_none_text()
        : point === null
          ? m.maps_found_none({ text: asked.address })
          : m.vehicles_none_near(),
    },
  }
}

function vehicleCard(vehicle: Awaited<ReturnType<typeof listOfferedVehicles>>['rows'][number]) {
  const { publicId, vehicleNumber, vehicleType, pictureKey, nearestKm, freeSeats } = vehicle
  return {
    id: publicId,
    number: vehicleNumber,
    type: vehicleType,
    typeWord: vehicleTypeWord(vehicleType),
    picture: pictureKey && paths.file(pictureKey),
    isFull: freeSeats === 0,
    facts: [
      ...vehicleFacts(vehicle),
      { label: m.vehicles_free_seats(), value: freeSeats === 0 ? '0' : m.vehicles_seats_a_route({ count: freeSeats }) },
      { label: m.vehicles_fee(), value: feeLines(vehicle).join(', ') },
      ...(nearestKm === null ? [] : [{ label: m.vehicles_nearest(), value: kmWord(nearestKm * 1000) }]),
    ],
  }
}

export type VehicleCardView = ReturnType<typeof vehicleCard>

/** Facts of a vehicle that are the same on each of its routes. */
export function vehicleFacts({ driverName, capacity }: OfferedVehicle) {
  return [
    { label: m.transport_driver(), value: driverName },
    { label: m.vehicles_capacity(), value: String(capacity) },
  ]
}
