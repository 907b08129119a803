import {
  count,
  degrees,
  editColumns,
  file,
  foreign,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { messageKinds } from './message-fields'
import { routeForm, stopForm, tripForm } from './route-fields'
import { documentForm, vehicleForm } from './vehicle-fields'

const point = orNull(degrees)

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
  routeId: foreign,
  position: count,
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
  imageFileId: orNull(file),
  ...editColumns,
})

/** Document of a vehicle, with its expiry. */
export const VehicleDocument = table('vehicle_documents', {
  ...thingColumns,
  vehicleId: foreign,
  ...documentForm.fields,
  fileId: orNull(file),
  ...editColumns,
})

/**
 * Trip of a vehicle on a route. Only the steps in `seats.server.ts` change `seatsTaken`, relative to its current value.
 */
export const Trip = table('vehicle_routes', {
  ...thingColumns,
  vehicleId: foreign,
  routeId: foreign,
  ...tripForm.fields,
  seats: count,
  seatsTaken: withDefault(count),
  ...editColumns,
})

/** Message from the office to passengers. */
export const PassengerMessage = table('passenger_messages', {
  ...thingColumns,
  vehicleId: foreign,
  kind: oneOf(messageKinds),
  minutes: orNull(count),
  words: orNull(text(500)),
  toldCount: count,
  createdByName: text(190),
  formKey: text(40),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})
