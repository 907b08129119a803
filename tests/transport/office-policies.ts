import { randomUUID } from 'node:crypto'
import type { Policy } from '../security/policy'

const route = () => ({
  name: `Route ${randomUUID()}`,
  start_location: 'Kalavad Road, Rajkot',
  start_latitude: '22.3',
  start_longitude: '70.8',
  end_location: 'Race Course, Rajkot',
  distance: '12.4',
  is_active: 'on',
})

const stop = () => ({ name: `Stop ${randomUUID()}`, pickup_time: '07:05', drop_time: '14:10', monthly_fare: '900' })

const vehicle = () => ({
  vehicle_number: randomUUID().slice(0, 12),
  vehicle_type: 'bus',
  status: 'active',
  capacity: '40',
  driver_name: 'Ramesh Solanki',
  driver_phone: '98250 11111',
  fee_type: 'per_km',
})

const document = () => ({ kind: 'insurance', number: 'POL-2', expires_on: '2031-03-31' })

const fare = () => ({
  name: `Fare ${randomUUID()}`,
  basis: 'distance',
  base_fare: '1,000',
  per_km: '50',
  is_active: 'on',
})

export const transportOfficePolicies: Record<string, Policy> = {
  'routes/school+/_shell+/transport+/index': { get: 'transport:view' },
  'routes/school+/_shell+/transport+/index[.]csv': { get: 'transport:view' },
  'routes/school+/_shell+/transport+/new': {
    get: 'transport:edit',
    post: 'transport:edit',
    body: () => ({ ...route(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/vehicles+/$id.message': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportDecisions.vehicle],
    body: () => ({ run: '', kind: 'late', minutes: '20', words: '', form_key: randomUUID() }),
  },
  'routes/school+/_shell+/transport+/$id.index': {
    get: 'transport:view',
    ids: (things) => [things.transportOffice.route],
  },
  'routes/school+/_shell+/transport+/$id.edit': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.route],
    body: () => ({ ...route(), version: '1' }),
  },
  'routes/school+/_shell+/transport+/$id.delete': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.spareRoute],
    body: () => ({}),
  },
  'routes/school+/_shell+/transport+/$id.stops.new': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.route],
    body: () => ({ ...stop(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/transport+/$id.stops.$stopId.edit': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: ({ transportOffice }) => [transportOffice.route, transportOffice.stop],
    body: () => ({ ...stop(), version: '1' }),
  },
  'routes/school+/_shell+/transport+/$id.stops.$stopId.delete': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: ({ transportOffice }) => [transportOffice.route, transportOffice.spareStop],
    body: () => ({}),
  },
  'routes/school+/_shell+/transport+/$id.stops.order': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.route],
    body: (things) => ({ move: `down ${things.transportOffice.stop}` }),
  },
  'routes/school+/_shell+/vehicles+/index': { get: 'transport:view' },
  'routes/school+/_shell+/vehicles+/index[.]csv': { get: 'transport:view' },
  'routes/school+/_shell+/vehicles+/new': {
    get: 'transport:edit',
    post: 'transport:edit',
    body: () => ({ ...vehicle(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/vehicles+/$id.index': {
    get: 'transport:view',
    ids: (things) => [things.transportOffice.vehicle],
  },
  'routes/school+/_shell+/vehicles+/$id.edit': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.vehicle],
    body: () => ({ ...vehicle(), version: '1' }),
  },
  'routes/school+/_shell+/vehicles+/$id.delete': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.spareVehicle],
    body: () => ({}),
  },
  'routes/school+/_shell+/vehicles+/$id.picture': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.vehicle],
    body: () => ({ remove: 'on' }),
  },
  'routes/school+/_shell+/vehicles+/$id.documents.new': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.vehicle],
    body: () => ({ ...document(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/vehicles+/$id.documents.$documentId.edit': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: ({ transportOffice }) => [transportOffice.vehicle, transportOffice.document],
    body: () => ({ ...document(), version: '1' }),
  },
  'routes/school+/_shell+/vehicles+/$id.documents.$documentId.delete': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: ({ transportOffice }) => [transportOffice.vehicle, transportOffice.spareDocument],
    body: () => ({}),
  },
  'routes/school+/_shell+/vehicles+/$id.routes.new': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.vehicle],
    body: ({ transportOffice }) => ({
      route: transportOffice.route,
      departure_time: '10:00',
      arrival_time: '10:40',
      is_active: 'on',
      form_key: randomUUID(),
    }),
  },
  'routes/school+/_shell+/vehicles+/$id.routes.$tripId.edit': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: ({ transportOffice }) => [transportOffice.vehicle, transportOffice.run],
    body: ({ transportOffice }) => ({
      route: transportOffice.route,
      departure_time: '11:00',
      arrival_time: '11:40',
      monthly_fare: '1,100',
      is_active: 'on',
      version: '1',
    }),
  },
  'routes/school+/_shell+/vehicles+/$id.routes.$tripId.delete': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: ({ transportOffice }) => [transportOffice.vehicle, transportOffice.spareRun],
    body: () => ({}),
  },
  'routes/school+/_shell+/transport+/$id.passengers.index': {
    get: 'transport:view',
    ids: (things) => [things.transportOffice.route],
  },
  'routes/school+/_shell+/transport+/$id.passengers[.]csv': {
    get: 'transport:view',
    ids: (things) => [things.transportOffice.route],
  },
  'routes/school+/_shell+/transport+/$id.passengers[.]pdf': {
    get: 'transport:view',
    ids: (things) => [things.transportOffice.route],
  },
  'routes/school+/_shell+/fare-structures+/index': { get: 'transport:view' },
  'routes/school+/_shell+/fare-structures+/index[.]csv': { get: 'transport:view' },
  'routes/school+/_shell+/fare-structures+/new': {
    get: 'transport:edit',
    post: 'transport:edit',
    body: () => ({ ...fare(), form_key: randomUUID() }),
  },
  'routes/school+/_shell+/fare-structures+/$id.edit': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.fare],
    body: () => ({ ...fare(), version: '1' }),
  },
  'routes/school+/_shell+/fare-structures+/$id.delete': {
    get: 'transport:edit',
    post: 'transport:edit',
    ids: (things) => [things.transportOffice.spareFare],
    body: () => ({}),
  },
  'routes/school+/_shell+/settings+/transport': {
    get: 'settings:edit',
    post: 'settings:edit',
    body: () => ({ base_fare: '1,000', per_km: '50', deposit: '2,000', annual_discount: '10', version: '0' }),
  },
}
