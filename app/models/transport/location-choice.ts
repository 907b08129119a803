import { type Point, readPoint } from '~/models/shared/geo'
import type { DraftFields } from './draft-options'
import { addressLength } from './options'

/** Where a ride begins in the morning, and where it ends in the afternoon. */
export const routeEnds = ['pickup', 'drop'] as const
export type RouteEnd = (typeof routeEnds)[number]

/** The fields of a draft that hold a place. `place` is what lies at the point, which only the server writes: it is never typed. */
export const locationFields = {
  pickup: { address: 'pickup_address', latitude: 'pickup_lat', longitude: 'pickup_lng', place: 'pickup_place' },
  drop: { address: 'drop_address', latitude: 'drop_lat', longitude: 'drop_lng', place: 'drop_place' },
} as const

/** Where a draft's place lies; null until one has been chosen. */
export function pointOfDraft(fields: DraftFields, end: RouteEnd): Point | null {
  const names = locationFields[end]
  const read = readPoint(fields[names.latitude] ?? '', fields[names.longitude] ?? '')
  return 'point' in read ? read.point : null
}

/** An address as it is compared: without regard to capitals and spaces. */
function plain(address: string | undefined): string {
  return (address ?? '').replaceAll(/\s+/g, ' ').replaceAll(/ ?, ?/g, ', ').trim().toLowerCase()
}

/**
 * What was typed, with the point of the place that was chosen before, as long as the chosen address stands at its end: a house or a street
 * may be added before it, with a comma; another address is another place.
 */
export function withChosenPoint(typed: DraftFields, before: DraftFields, end: RouteEnd): DraftFields {
  const { address, latitude, longitude, place } = locationFields[end]
  const now = plain(typed[address])
  const stays = [before[address], before[place]].some((one) => {
    const chosen = plain(one)
    return chosen !== '' && (now === chosen || now.endsWith(`, ${chosen}`))
  })
  const kept = (name: typeof latitude | typeof longitude | typeof place) => (stays ? before[name] : undefined) ?? ''
  return { ...typed, [latitude]: kept(latitude), [longitude]: kept(longitude), [place]: kept(place) }
}

/** `12`, `B-402`, `4/A`: names no place. */
const houseNumber = /^([a-z][ /-]?)?\d{1,4}([ /-]?[a-z])?$/

/**
 * What lies at the chosen point, where the typed address says more or something else than that; null where it says the same, but for a
 * house number in front, or where no point is chosen. The fare is calculated from the point, and whoever reads the address has to know it.
 */
export function locationBeside(fields: DraftFields, end: RouteEnd): string | null {
  const names = locationFields[end]
  const place = fields[names.place] ?? ''
  if (place === '') return null
  const parts = plain(fields[names.address]).split(', ')
  const named = parts.slice(parts.findIndex((part) => !houseNumber.test(part)))
  return named.join(', ') === plain(place) ? null : place
}

/** The address as an application keeps it for the office and the driver: `A far village (near Rajkot, Gujarat)`. */
export function addressOfDraft(fields: DraftFields, end: RouteEnd): string {
  const typed = (fields[locationFields[end].address] ?? '').trim()
  const place = locationBeside(fields, end)
  if (place === null) return typed
  const near = ` (near ${place.slice(0, addressLength / 2)})`
  return typed.slice(0, addressLength - near.length) + near
}
