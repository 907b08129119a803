import type { Point } from '~/models/core/shared/geo'
import { builtInLocations } from '~/services/locations/built-in.server'

/** Checks by the built-in table that a point is near a place in India; the maps service is used only for routes. */
export async function isNearIndia(point: Point): Promise<boolean> {
  const nearbyLocation = await builtInLocations.locationAt(point)
  return nearbyLocation.ok && nearbyLocation.value !== null
}
