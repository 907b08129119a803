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

/** Content of the tab Available Vehicles: the search as it was entered, and the vehicles found. */
export interface VehicleSearch {
  searched: { address: string; lat: string; lng: string }
  /** Key for Google's address search; null if the school has none. */
  browserKey: string | null
  /** Error message for invalid coordinates. */
  error: string | null
  /** Sentence that names the location chosen for an address, and links to the other matches. */
  chosenLocation: string | null
  otherLocations: Array<{ address: string; href: string }>
  /** True when the device has sent its location. */
  isDeviceLocation: boolean
  /** True when the school's maps service did not answer, so the locations come from the built-in table. */
  isFallback: boolean
  list: Awaited<ReturnType<typeof listNear>> | null
}

/**
 * Tab Available Vehicles. Finds vehicles that match an address (`?address=`) or drive near it. `lat` and `lng` are a
 * point to search near or, with an address, the location chosen from several matches. `list` is null for invalid
 * coordinates.
 */
export async function availableVehicles(scope: StudentScope, request: Request): Promise<VehicleSearch> {
  const query = new URL(request.url).searchParams
  const read = (name: string, maxLength: number) => (query.get(name) ?? '').trim().slice(0, maxLength)
  const searched = {
    address: read('address', addressLength),
    lat: read('lat', maxDegreesLength),
    lng: read('lng', maxDegreesLength),
  }
  const typedPoint = searched.lat === '' && searched.lng === '' ? null : readPoint(searched.lat, searched.lng)
  const maps = await findMaps(scope)
  const emptySearch = {
    searched,
    browserKey: maps.browserKey,
    error: null,
    chosenLocation: null,
    otherLocations: [],
    isDeviceLocation: false,
    isFallback: false,
    list: null,
  }
  const isDevice = query.get('from') === 'device'
  if (typedPoint && 'refusal' in typedPoint) return { ...emptySearch, error: pointWords(typedPoint.refusal) }
  if (typedPoint && !(await isNearIndia(typedPoint.point)))
    return { ...emptySearch, error: isDevice ? m.maps_location_failed() : m.maps_outside_india() }
  const matches = typedPoint || searched.address === '' ? null : await searchLocations(scope, searched.address, maps)
  const [bestMatch, ...otherMatches] = matches?.value ?? []
  const point = typedPoint?.point ?? bestMatch?.point ?? null
  return {
    ...emptySearch,
    chosenLocation: bestMatch ? m.vehicles_near({ place: bestMatch.address }) : null,
    otherLocations: otherMatches.map((location) => ({
      address: location.address,
      href: paths.student.vehiclesNear(searched.address, location.point),
    })),
    isDeviceLocation: typedPoint !== null && isDevice,
    isFallback: matches?.isFallback ?? false,
    list: await listNear(scope, searched, point, pageOf(query)),
  }
}

async function listNear(
  scope: StudentScope,
  searched: { address: string; lat: string; lng: string },
  point: Point | null,
  requestedPage: number,
) {
  const { rows, page, pages } = await listOfferedVehicles(scope, {
    address: searched.address,
    point,
    page: requestedPage,
  })
  const isNarrowed = searched.address !== '' || point !== null
  // "No vehicle near" is shown for a known location only.
  const noMatchText = point === null ? m.maps_found_none({ text: searched.address }) : m.vehicles_none_near()
  return {
    vehicles: rows.map(vehicleCard),
    page,
    pages,
    href: paths.student.vehicleSearch(searched),
    isNarrowed,
    empty: { title: m.vehicles_none(), text: isNarrowed ? noMatchText : m.vehicles_none_text() },
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
