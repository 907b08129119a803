import { newPublicId } from '~/models/core/shared/public-id.server'
import { insert, unique } from './insert'
import { type MadeVehicle, makeFare, makeRoute, makeRun, makeStop, makeVehicle } from './transport'

/** Public ids for the URLs of the office's transport pages. */
export interface TransportOfficeThings {
  route: string
  stop: string
  /** Stop of `route` without applications. */
  spareStop: string
  /** Route without trips. */
  spareRoute: string
  vehicle: string
  run: string
  /** Trip of `vehicle` without applications. */
  spareRun: string
  /** Vehicle without trips. */
  spareVehicle: string
  document: string
  spareDocument: string
  fare: string
  /** Fare without applications. */
  spareFare: string
}

/** Creates a vehicle document without a file. */
export async function makeVehicleDocument(vehicle: MadeVehicle, expiresOn: string | null): Promise<string> {
  const publicId = newPublicId()
  await insert('vehicle_documents', {
    public_id: publicId,
    school_id: vehicle.schoolId,
    vehicle_id: vehicle.id,
    kind: 'insurance',
    number: 'POL-1',
    expires_on: expiresOn,
    form_key: unique(),
    created_at: new Date(),
    updated_at: new Date(),
  })
  return publicId
}

/** Creates a route with two stops, a vehicle with two trips, and the spare records that no application uses. */
export async function makeTransportOfficeThings(school: { id: number }): Promise<TransportOfficeThings> {
  const route = await makeRoute(school)
  const vehicle = await makeVehicle(school)
  return {
    route: route.publicId,
    stop: (await makeStop(route)).publicId,
    spareStop: (await makeStop(route, { position: 2 })).publicId,
    spareRoute: (await makeRoute(school)).publicId,
    vehicle: vehicle.publicId,
    run: (await makeRun(vehicle, route)).publicId,
    spareRun: (await makeRun(vehicle, await makeRoute(school), { departureMinute: 8 * 60 })).publicId,
    spareVehicle: (await makeVehicle(school)).publicId,
    document: await makeVehicleDocument(vehicle, '2030-03-31'),
    spareDocument: await makeVehicleDocument(vehicle, null),
    fare: (await makeFare(school, { isDefault: false })).publicId,
    spareFare: (await makeFare(school, { isDefault: false })).publicId,
  }
}
