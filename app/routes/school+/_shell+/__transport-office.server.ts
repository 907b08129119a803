import { foundOr404 } from '~/http/guards.server'
import { findMaps } from '~/models/schools/find-maps.server'
import { isPublicId } from '~/models/shared/public-id.server'
import type { SchoolScope } from '~/models/shared/scope.server'
import { findRoute, findStop } from '~/models/vehicles/office-routes.server'
import { findRunOfVehicle, findVehicle, findVehicleDocument } from '~/models/vehicles/office-vehicles.server'
import { mostRunsOfAVehicle } from '~/models/vehicles/options'

/** The route of an address. @throws Response 404 where the school has none such */
export async function requireRoute(scope: SchoolScope, { id }: { id?: string }) {
  return foundOr404(isPublicId(id) ? await findRoute(scope, id) : null)
}

/** The stop of an address below a route. @throws Response 404 where this route of the school has none such */
export async function requireStop(scope: SchoolScope, { id, stopId }: { id?: string; stopId?: string }) {
  const place = foundOr404(isPublicId(id) && isPublicId(stopId) ? { routeId: id, stopId } : null)
  return { place, stop: foundOr404(await findStop(scope, place)) }
}

/** The vehicle of an address. @throws Response 404 where the school has none such */
export async function requireVehicle(scope: SchoolScope, { id }: { id?: string }) {
  return foundOr404(isPublicId(id) ? await findVehicle(scope, id) : null)
}

/** The paper of an address below a vehicle. @throws Response 404 where this vehicle of the school has none such */
export async function requireDocument(scope: SchoolScope, { id, documentId }: { id?: string; documentId?: string }) {
  const place = foundOr404(isPublicId(id) && isPublicId(documentId) ? { vehicleId: id, documentId } : null)
  return { place, document: foundOr404(await findVehicleDocument(scope, place)) }
}

/** The run of an address below a vehicle. @throws Response 404 where this vehicle of the school has none such */
export async function requireRun(scope: SchoolScope, { id, runId }: { id?: string; runId?: string }) {
  const place = foundOr404(isPublicId(id) && isPublicId(runId) ? { vehicleId: id, runId } : null)
  return { place, run: foundOr404(await findRunOfVehicle(scope, place)) }
}

/** Why a run cannot be as the form says. */
export const runWords = {
  'same-run': 'It already departs on this route at this time; times that are not offered can be offered again',
  'too-many': `A vehicle runs on at most ${mostRunsOfAVehicle} routes`,
}

/** What is said when a stop or a run is saved, and `told` riders have another time now. */
export function updatedTimes(told: number) {
  const updated = { type: 'success', title: 'Updated!' } as const
  if (told === 0) return updated
  return {
    ...updated,
    message: `${told === 1 ? '1 student is' : `${told} students are`} told the new times by notice and mail.`,
  }
}

/** The school as the destination of a vehicle, as a form shows it. */
export async function schoolAsDestination(scope: SchoolScope) {
  const { schoolName, address, location } = await findMaps(scope)
  if (!location) return { destination_address: '', destination_latitude: '', destination_longitude: '' }
  return {
    destination_address: (address || schoolName).replace(/\s+/g, ' ').slice(0, 200),
    destination_latitude: String(location.latitude),
    destination_longitude: String(location.longitude),
  }
}

export const routePlaces = [
  { address: 'start_location', latitude: 'start_latitude', longitude: 'start_longitude' },
  { address: 'end_location', latitude: 'end_latitude', longitude: 'end_longitude' },
]
export const stopPlaces = [{ address: 'place', latitude: 'latitude', longitude: 'longitude' }]
export const vehiclePlaces = [
  { address: 'destination_address', latitude: 'destination_latitude', longitude: 'destination_longitude' },
]
