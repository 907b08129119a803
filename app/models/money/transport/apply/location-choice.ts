import { type Point, readPoint } from '~/models/core/shared/geo'
import { addressLength } from '../options'
import type { DraftFields } from './draft-options'

/** Ends of the journey: pickup in the morning, drop in the afternoon. */
export const routeEnds = ['pickup', 'drop'] as const
export type RouteEnd = (typeof routeEnds)[number]

/** Draft fields that hold a location. Only the server writes `place`, the name of the point; it is never typed. */
export const locationFields = {
  pickup: { address: 'pickup_address', latitude: 'pickup_lat', longitude: 'pickup_lng', place: 'pickup_place' },
  drop: { address: 'drop_address', latitude: 'drop_lat', longitude: 'drop_lng', place: 'drop_place' },
} as const

/** Returns the point of a draft's location; null until one has been chosen. */
export function pointOfDraft(fields: DraftFields, end: RouteEnd): Point | null {
  const names = locationFields[end]
  const read = readPoint(fields[names.latitude] ?? '', fields[names.longitude] ?? '')
  return 'point' in read ? read.point : null
}

/** Normalizes an address for comparison: ignores case and spacing. */
function plain(address: string | undefined): string {
  return (address ?? '').replaceAll(/\s+/g, ' ').replaceAll(/ ?, ?/g, ', ').trim().toLowerCase()
}

/**
 * Keeps the chosen point while the typed address still ends with the chosen address: a house or street may be added in
 * front, with a comma. Any other address clears the point.
 */
export function withChosenPoint(input: DraftFields, before: DraftFields, end: RouteEnd): DraftFields {
  const { address, latitude, longitude, place } = locationFields[end]
  const now = plain(input[address])
  const stays = [before[address], before[place]].some((one) => {
    const chosenAddress = plain(one)
    return chosenAddress !== '' && (now === chosenAddress || now.endsWith(`, ${chosenAddress}`))
  })
  const keepField = (name: typeof latitude | typeof longitude | typeof place) =>
    (stays ? before[name] : undefined) ?? ''
  return { ...input, [latitude]: keepField(latitude), [longitude]: keepField(longitude), [place]: keepField(place) }
}

/** House numbers such as `12`, `B-402` and `4/A`, which do not name a location. */
const houseNumber = /^([a-z][ /-]?)?\d{1,4}([ /-]?[a-z])?$/

/**
 * Returns the name of the chosen point when the typed address differs from it by more than a house number; null
 * otherwise. The fare is calculated from the point, so the office and the driver must see it.
 */
export function pointNameIfDifferent(fields: DraftFields, end: RouteEnd): string | null {
  const names = locationFields[end]
  const pointName = fields[names.place] ?? ''
  if (pointName === '') return null
  const parts = plain(fields[names.address]).split(', ')
  const namedParts = parts.slice(parts.findIndex((part) => !houseNumber.test(part)))
  return namedParts.join(', ') === plain(pointName) ? null : pointName
}

/** Address as stored for the office and the driver: `A far village (near Rajkot, Gujarat)`. */
export function addressOfDraft(fields: DraftFields, end: RouteEnd): string {
  const address = (fields[locationFields[end].address] ?? '').trim()
  const pointName = pointNameIfDifferent(fields, end)
  if (pointName === null) return address
  const near = ` (near ${pointName.slice(0, addressLength / 2)})`
  return address.slice(0, addressLength - near.length) + near
}
