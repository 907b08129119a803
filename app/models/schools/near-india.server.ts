import type { Point } from '~/models/shared/geo'
import { builtInPlaces } from '~/services/places/built-in.server'

/** Whether somebody in India lives near a point, by the portal's own list: the maps service is asked for the way only. */
export async function isNearIndia(point: Point): Promise<boolean> {
  const place = await builtInPlaces.placeAt(point)
  return place.ok && place.value !== null
}
