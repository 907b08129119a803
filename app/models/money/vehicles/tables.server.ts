import { column, editColumns, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { messageKinds } from './message-fields'
import { routeForm, stopForm, tripForm } from './route-fields'
import { documentForm, vehicleForm } from './vehicle-fields'

const point = orNull(column.degrees)

/** Route; its stops are in `route_stops`. */
export const TransportRoute = table('transport_routes', {
  ...thingColumns,
  ...routeForm.fields,
  startLatitude: point,
  startLongitude: point,
  endLatitude: point,
  endLongitude: point,
  ...editColumns,
})

export const RouteStop = table('route_stops', {
  ...thingColumns,
  routeId: column.foreign,
  position: column.count,
  ...stopForm.fields,
  latitude: point,
  longitude: point,
  ...editColumns,
})

/** Vehicle with its driver. Without an amount, the school's tariff applies. */
export const Vehicle = table('vehicles', {
  ...thingColumns,
  ...vehicleForm.fields,
  destinationLatitude: point,
  destinationLongitude: point,
  imageFileId: orNull(column.file),
  ...editColumns,
})

export const VehicleDocument = table('vehicle_documents', {
  ...thingColumns,
  vehicleId: column.foreign,
  ...documentForm.fields,
  fileId: orNull(column.file),
  ...editColumns,
})

/**
 * Trip of a vehicle on a route. Only `seats.server.ts` changes `seatsTaken`, and only by incrementing or decrementing
 * it.
 */
export const Trip = table('vehicle_routes', {
  ...thingColumns,
  vehicleId: column.foreign,
  routeId: column.foreign,
  ...tripForm.fields,
  seats: column.count,
  seatsTaken: withDefault(column.count),
  ...editColumns,
})

export const PassengerMessage = table('passenger_messages', {
  ...thingColumns,
  vehicleId: column.foreign,
  kind: column.oneOf(messageKinds),
  minutes: orNull(column.count),
  words: kept('staff', orNull(column.text(500))),
  toldCount: column.count,
  createdByName: kept('staff', column.text(190)),
  formKey: column.text(40),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})
