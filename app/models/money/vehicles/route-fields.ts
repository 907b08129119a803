import { field, form } from '~/kit/forms/fields'
import { abroadRefusal, degreesOf } from './locations'
import { maxStops, maxTripsOfAVehicle } from './options'
import { tripClock } from './rules'

const [start, end, stop] = [degreesOf('start'), degreesOf('end'), degreesOf('stop')]

const metresOf = (input: string) => (/^\d{1,4}(\.\d{1,3})?$/.test(input) ? Math.round(Number(input) * 1000) : null)

export const routeForm = form(
  'route',
  { name: field.line('Route name', 60, { required: true }) },
  {
    startLocation: field.line('Start', 200, {
      required: 'Enter the starting point',
      hint: 'For vehicles without their own destination, fares are calculated up to this point; you can search for a place or a PIN code',
    }),
    startLatitude: start.latitude,
    startLongitude: start.longitude,
  },
  {
    endLocation: field.line('End', 200, { required: 'Enter the end point', hint: 'Coordinates are optional' }),
    endLatitude: end.latitude,
    endLongitude: end.longitude,
  },
  {
    distanceMetres: field.typed('Length in km', {
      name: 'distance',
      required: 'Enter the length in km',
      hint: 'Such as 12.4',
      typed: { read: metresOf, show: (metres) => String(metres / 1000), words: 'Enter km as a number, such as 12.4' },
      control: { inputMode: 'decimal', maxLength: 8 },
    }),
  },
  {
    isActive: field.tick('Offered to students', {
      start: true,
      hint: 'If unticked, no one can apply for it; students who travel on it keep their seats',
    }),
  },
)

export const routeLocations = [
  { address: 'startLocation', latitude: 'startLatitude', longitude: 'startLongitude' },
  { address: 'endLocation', latitude: 'endLatitude', longitude: 'endLongitude' },
] as const

export const routeRefusals = { 'name-taken': { name: 'A route with this name already exists' }, abroad: abroadRefusal }

export const stopForm = form(
  'stop',
  { name: field.line('Stop name', 80, { required: true }) },
  {
    place: field.line('Location', 200, { hint: 'Such as Opposite the temple; coordinates are optional' }),
    latitude: stop.latitude,
    longitude: stop.longitude,
  },
  {
    pickupMinute: field.clock('Pickup time', {
      name: 'pickup_time',
      required: 'Enter the pickup time in the morning',
      hint: 'In the morning, such as 07:05',
    }),
    dropMinute: field.clock('Drop time', {
      name: 'drop_time',
      required: 'Enter the drop time in the afternoon',
      hint: 'In the afternoon, such as 14:10',
    }),
    farePaise: field.money('Monthly fare', {
      name: 'monthly_fare',
      min: 1,
      hint: 'For fares by stop; leave empty if the stop has no such fare',
    }),
  },
)

export const stopLocations = [{ address: 'place', latitude: 'latitude', longitude: 'longitude' }] as const

export const stopRefusals = {
  'name-taken': { name: 'The route already has a stop with this name' },
  'too-many': `A route can have at most ${maxStops} stops`,
  abroad: abroadRefusal,
}

export const tripForm = form(
  'trip',
  { route: field.thing('Route', { required: 'Choose a route', calledBy: 'routeName' }) },
  {
    departureMinute: field.clock('Departure', {
      name: 'departure_time',
      required: 'Enter the departure time',
      hint: 'From the first stop, such as 06:45',
    }),
    arrivalMinute: field.clock('Arrival', {
      name: 'arrival_time',
      required: 'Enter the arrival time at school',
      hint: 'At school',
    }),
    returnMinute: field.clock('Return', { name: 'return_time', hint: 'From school; leave empty if there is none' }),
  },
  {
    feePaise: field.money('Separate monthly fare', {
      name: 'monthly_fare',
      min: 1,
      hint: 'Replaces the vehicle’s fee and the school’s tariff; leave empty to use those',
    }),
  },
  {
    isActive: field.tick('Offered', {
      start: true,
      hint: 'If unticked, no one can get a seat on it and the time is free for another route; students who travel on it keep their seats',
    }),
  },
)

type Other = Parameters<typeof tripClock>[0] & { routeName: string }

export const tripRefusals = {
  'no-route': { route: 'Choose a route from the list' },
  'in-use': { route: 'Students travel on this route or have applied for it: add the other route instead' },
  'same-trip': {
    departureMinute:
      'The vehicle already departs on this route at this time. If that time is not offered, offer it again',
  },
  'too-many': `A vehicle can run on at most ${maxTripsOfAVehicle} routes`,
  overlap: ({ other }: { other: Other }) => ({
    departureMinute: `The vehicle runs on ${other.routeName} at that time (${tripClock(other)})`,
  }),
}

export const notifiedOfNewTimes = (notifiedCount: unknown) =>
  notifiedCount === 0
    ? undefined
    : `${notifiedCount === 1 ? '1 student is' : `${notifiedCount} students are`} informed of the new times by notice and mail.`
