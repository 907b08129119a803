import type { Point } from '~/models/shared/geo'
import { builtInLocations } from '~/services/locations/built-in.server'

/** Whether somebody in India lives near a point, by the portal's own list: the maps service is asked for the way only. */
export async function isNearIndia(point: Point): Promise<boolean> {
  const place = await builtInLocations.placeAt(point)
  return place.ok && place.value !== null
}
