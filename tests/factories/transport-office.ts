import { newPublicId } from '~/models/shared/public-id.server'
import { insert, unique } from './insert'
import { type MadeVehicle, makeFare, makeRoute, makeRun, makeStop, makeVehicle } from './transport'

/** Public ids of what an office's transport holds. */
export interface TransportOfficeThings {
  route: string
  stop: string
  /** Of the route; nobody applied for it. */
  spareStop: string
  /** Without runs. */
  spareRoute: string
  vehicle: string
  run: string
  /** Of the vehicle; nobody applied for it. */
  spareRun: string
  /** Without runs. */
  spareVehicle: string
  document: string
  spareDocument: string
  fare: string
  /** Nobody applied with it. */
  spareFare: string
}

/** A paper of a vehicle, without a file. */
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

/** A route with stops and a vehicle that drives it twice, and others that nothing depends on. */
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
