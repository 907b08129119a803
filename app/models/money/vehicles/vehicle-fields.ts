import { field, form } from '~/kit/forms/fields'
import type { Tone } from '~/models/core/shared/tone'
import { abroadRefusal, degreesOf } from './locations'

/** Types of vehicle (hostel and transport specification, section 3). */
export const vehicleTypeWords = { bus: 'Bus', minibus: 'Minibus', van: 'Van', car: 'Car', auto: 'Auto' } as const
export type VehicleType = keyof typeof vehicleTypeWords

/** Statuses of a vehicle; students see only active ones. */
export const vehicleStatusWords = { active: 'Active', maintenance: 'Maintenance', inactive: 'Inactive' } as const
export type VehicleStatus = keyof typeof vehicleStatusWords
export const vehicleStatusTones: Record<VehicleStatus, Tone> = {
  active: 'good',
  maintenance: 'warn',
  inactive: 'neutral',
}

/** Meaning of a vehicle's amount (hostel and transport specification, section 9): a rate per km, or a monthly price. */
const feeTypeWords = { per_km: 'Per km', fixed: 'Fixed', other: 'Other' } as const
export type FeeType = keyof typeof feeTypeWords

const destination = degreesOf('destination')

export const vehicleForm = form(
  'vehicle',
  {
    vehicleNumber: field.line('Vehicle number', 20, {
      required: true,
      hint: 'As on the plate',
      repair: (input) => input.toUpperCase().replace(/\s+/g, ' '),
      pattern: {
        looks: /^[A-Z0-9][A-Z0-9 -]{2,19}$/,
        words: 'Enter the number as on the plate, such as GJ 03 AB 1234',
      },
      control: { autoCapitalize: 'characters', spellCheck: false },
    }),
    vehicleType: field.choice('Type', vehicleTypeWords, { required: 'Choose the type of vehicle' }),
  },
  {
    status: field.choice('Status', vehicleStatusWords, {
      required: 'Choose a status',
      hint: 'Students see only active vehicles',
      start: 'active',
    }),
    capacity: field.whole('Seats for students', {
      required: 'Enter the number of seats',
      min: 1,
      max: 200,
      control: { inputMode: 'numeric', maxLength: 4 },
    }),
  },
  {
    driverName: field.line('Driver', 100, { required: 'Driver’s name is required', keep: 'staff' }),
    driverPhone: field.phone('Driver’s phone', 20, { required: true, keep: 'staff' }),
    driverLicence: field.line('Driver’s licence', 30, { control: { spellCheck: false }, keep: 'staff' }),
  },
  {
    attendantName: field.line('Attendant', 100, { keep: 'staff' }),
    attendantPhone: field.phone('Attendant’s phone', 20, { keep: 'staff' }),
  },
  {
    feeType: field.choice('Fee', feeTypeWords, {
      required: 'Choose how the fee is calculated',
      hint: 'Per km and Other: the amount is per km; Fixed: per month',
      start: 'per_km',
    }),
    amountPaise: field.money('Amount', { hint: 'Leave empty for the school’s tariff', min: 1 }),
  },
  {
    destinationAddress: field.line('Destination', 200, {
      hint: 'Fares per km are calculated up to this point. Leave empty to use the start of the route',
      keep: 'nobody',
    }),
    destinationLatitude: destination.latitude,
    destinationLongitude: destination.longitude,
  },
)

export const vehicleLocations = [
  { address: 'destinationAddress', latitude: 'destinationLatitude', longitude: 'destinationLongitude' },
] as const

export const vehicleRefusals = {
  'number-taken': { vehicleNumber: 'The school already has a vehicle with this number' },
  'too-small': ({ taken }: { taken: number }) => ({
    capacity: `${taken} ${taken === 1 ? 'seat on a route is' : 'seats on a route are'} taken: it cannot have fewer`,
  }),
  abroad: abroadRefusal,
}

/** Documents required on board (Central Motor Vehicles Rules), and others that a school keeps. */
export const documentKindWords = {
  registration: 'Registration certificate',
  insurance: 'Insurance',
  fitness: 'Fitness certificate',
  permit: 'Permit',
  pollution: 'Pollution certificate',
  driver_licence: 'Driver’s licence',
  other: 'Other',
} as const
export type VehicleDocumentKind = keyof typeof documentKindWords

/** Data of a vehicle document; the scan is separate. */
export const documentForm = form('document', {
  kind: field.choice('Document', documentKindWords, { required: 'Choose the type of document' }),
  number: field.line('Number', 40, { control: { spellCheck: false, autoComplete: 'off' }, keep: 'staff' }),
  expiresOn: field.day('Valid until', { hint: 'Leave empty if it does not expire' }),
})
