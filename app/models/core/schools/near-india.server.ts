import type { Point } from '~/models/core/shared/geo'
import { builtInLocations } from '~/services/locations/built-in.server'

/** Checks by the built-in table that a point is near a place in India; the maps service is used only for routes. */
export async function isNearIndia(point: Point): Promise<boolean> {
  const nearbyPlace = await builtInLocations.placeAt(point)
  return nearbyPlace.ok && nearbyPlace.value !== null
}
