import {
  count,
  degrees,
  edited,
  file,
  foreign,
  given,
  instant,
  oneOf,
  orNull,
  table,
  text,
  thing,
} from '~/kit/tables/table.server'
import { messageKinds } from './message-fields'
import { routeForm, stopForm, tripForm } from './route-fields'
import { documentForm, vehicleForm } from './vehicle-fields'

const point = orNull(degrees)

/** Route; its stops are in `route_stops`. */
export const TransportRoute = table('transport_routes', {
  ...thing,
  ...routeForm.fields,
  startLatitude: point,
  startLongitude: point,
  endLatitude: point,
  endLongitude: point,
  ...edited,
})

export const RouteStop = table('route_stops', {
  ...thing,
  routeId: foreign,
  position: count,
  ...stopForm.fields,
  latitude: point,
  longitude: point,
  ...edited,
})

/** Vehicle with its driver. Without an amount, the school's tariff applies. */
export const Vehicle = table('vehicles', {
  ...thing,
  ...vehicleForm.fields,
  destinationLatitude: point,
  destinationLongitude: point,
  imageFileId: orNull(file),
  ...edited,
})

/** Document of a vehicle, with its expiry. */
export const VehicleDocument = table('vehicle_documents', {
  ...thing,
  vehicleId: foreign,
  ...documentForm.fields,
  fileId: orNull(file),
  ...edited,
})

/**
 * Trip of a vehicle on a route. Only the steps in `seats.server.ts` change `seatsTaken`, relative to its current value.
 */
export const Trip = table('vehicle_routes', {
  ...thing,
  vehicleId: foreign,
  routeId: foreign,
  ...tripForm.fields,
  seats: count,
  seatsTaken: given(count),
  ...edited,
})

/** Message from the office to passengers. */
export const PassengerMessage = table('passenger_messages', {
  ...thing,
  vehicleId: foreign,
  kind: oneOf(messageKinds),
  minutes: orNull(count),
  words: orNull(text(500)),
  toldCount: count,
  createdByName: text(190),
  formKey: text(40),
  createdAt: given(instant),
  updatedAt: given(instant),
})
