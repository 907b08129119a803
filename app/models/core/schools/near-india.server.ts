import type { Point } from '~/models/core/shared/geo'
import { builtInLocations } from '~/services/locations/built-in.server'

/** Checks that a point is near a place in India, by the built-in table alone: the maps service is not asked. */
export async function isNearIndia(point: Point): Promise<boolean> {
  const nearbyLocation = await builtInLocations.locationAt(point)
  return nearbyLocation.ok && nearbyLocation.value !== null
}
