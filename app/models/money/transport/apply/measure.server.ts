import { findMaps, type SchoolMaps } from '~/models/core/schools/find-maps.server'
import { type Point, readPointIn } from '~/models/core/shared/geo'
import type { SchoolScope, StudentScope } from '~/models/core/shared/scope.server'
import type { Travel } from '~/services/locations/port'
import { askLocations, type Found } from '~/services/locations/provider.server'

type Scope = SchoolScope | StudentScope

function requesterOf(scope: Scope) {
  const person = 'studentId' in scope ? `student ${scope.studentId}` : `staff ${scope.actor.id}`
  return { person, school: String(scope.schoolId) }
}

/**
 * Measures distance and travel time between two points. Never call it inside a transaction: it may call the school's
 * maps service.
 */
export async function measure(scope: Scope, from: Point, to: Point, maps?: SchoolMaps): Promise<Found<Travel>> {
  const { key } = maps ?? (await findMaps(scope))
  return askLocations(key, requesterOf(scope), (service) => service.travel(from, to))
}

/** Returns the location at a point; null outside India. */
export async function findLocationAt(scope: Scope, point: Point, maps?: SchoolMaps) {
  const { key } = maps ?? (await findMaps(scope))
  return askLocations(key, requesterOf(scope), (service) => service.locationAt(point))
}

/**
 * Finds locations that match a typed address, those near the school first; typed coordinates return the location at
 * that point.
 */
export async function searchLocations(scope: Scope, searchText: string, schoolMaps?: SchoolMaps) {
  const maps = schoolMaps ?? (await findMaps(scope))
  const at = readPointIn(searchText)
  if (at && 'point' in at) {
    const location = await findLocationAt(scope, at.point, maps)
    return { ...location, value: location.value ? [{ address: location.value.address, point: at.point }] : [] }
  }
  return askLocations(maps.key, requesterOf(scope), (service) => service.search(searchText, maps.location))
}
