import { type Point, readPoint } from '~/models/shared/geo'
import type { DraftFields } from './draft-options'

/** Where a ride begins in the morning, and where it ends in the afternoon. */
export const placeEnds = ['pickup', 'drop'] as const
export type PlaceEnd = (typeof placeEnds)[number]

/** The fields of a draft that hold a place. */
export const placeFields = {
  pickup: { address: 'pickup_address', latitude: 'pickup_lat', longitude: 'pickup_lng' },
  drop: { address: 'drop_address', latitude: 'drop_lat', longitude: 'drop_lng' },
} as const

/** Where a draft's place lies; null until one has been chosen. */
export function pointOfDraft(fields: DraftFields, end: PlaceEnd): Point | null {
  const names = placeFields[end]
  const read = readPoint(fields[names.latitude] ?? '', fields[names.longitude] ?? '')
  return 'point' in read ? read.point : null
}

/**
 * What was typed, with the point of the place that was chosen before, as long as the chosen address stands in it: a house number may be
 * added to a place, another address is another place.
 */
export function withChosenPoint(typed: DraftFields, before: DraftFields, end: PlaceEnd): DraftFields {
  const { address, latitude, longitude } = placeFields[end]
  const plain = (text: string | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  const chosen = plain(before[address])
  const stays = chosen !== '' && plain(typed[address]).includes(chosen)
  return {
    ...typed,
    [latitude]: (stays ? before[latitude] : undefined) ?? '',
    [longitude]: (stays ? before[longitude] : undefined) ?? '',
  }
}
