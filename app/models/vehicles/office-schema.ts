import { z } from 'zod'
import { atOnce, checkPoint, pointOf } from '~/models/schools/point-fields'
import { isDay } from '~/models/shared/calendar'
import { parseRupees } from '~/models/shared/money'
import {
  documentNumberLength,
  driverNameLength,
  feeTypes,
  largestAmountPaise,
  largestCapacity,
  largestRouteKm,
  licenceLength,
  phoneLength,
  placeLength,
  routeNameLength,
  stopNameLength,
  vehicleDocumentKinds,
  vehicleNumberLength,
  vehicleStatuses,
  vehicleTypes,
} from './options'
import { minuteOf } from './rules'

// The office's forms are English.
const atMost = (longest: number) => `Use at most ${longest} characters`
const required = (missing: string, longest: number) =>
  z.string(missing).trim().min(1, missing).max(longest, atMost(longest))
const optional = (longest: number) => z.string().trim().max(longest, atMost(longest)).optional()
// Read as they were typed: what is wrong with the two is told by a check of both.
const degrees = z.string().trim().optional()

const phonePattern = /^\+?[\d\s()/-]{6,20}$/
const phoneWords = 'Enter a phone number'

/** Rupees as typed, in paise; null where the field is empty. */
const price = z
  .string()
  .trim()
  .optional()
  .transform((typed, context) => {
    if (!typed) return null
    const paise = parseRupees(typed)
    if (paise === null) context.addIssue('Enter an amount in rupees, such as 1,200 or 45.50')
    else if (paise <= 0) context.addIssue('The amount must be more than ₹0')
    else if (paise > largestAmountPaise) context.addIssue('The amount must be at most ₹1,00,000')
    return paise ?? z.NEVER
  })

/** `07:05` in minutes after midnight. */
const clock = (missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .transform((typed, context) => {
      const minute = minuteOf(typed)
      if (minute === null) context.addIssue('Enter a time such as 07:05 or 14:30')
      return minute ?? z.NEVER
    })

const kilometres = z
  .string('Enter how many km it is long')
  .trim()
  .regex(/^\d{1,4}(\.\d{1,3})?$/, 'Enter km as a number, such as 12.4')
  .transform((typed) => Math.round(Number(typed) * 1000))
  .refine(
    (metres) => metres > 0 && metres <= largestRouteKm * 1000,
    `A route is at least 0.1 km and at most ${largestRouteKm} km long`,
  )

/** A route as typed; metres and degrees. */
export const routeSchema = z
  .object({
    name: required('Route name is required', routeNameLength),
    start_location: required('Enter where it begins', placeLength),
    start_latitude: degrees,
    start_longitude: degrees,
    end_location: required('Enter where it ends', placeLength),
    end_latitude: degrees,
    end_longitude: degrees,
    distance: kilometres,
    is_active: z.boolean().default(false),
  })
  .superRefine((typed, context) => {
    checkPoint(typed, { latitude: 'start_latitude', longitude: 'start_longitude' }, context)
    checkPoint(typed, { latitude: 'end_latitude', longitude: 'end_longitude' }, context)
  }, atOnce)
  .transform((typed) => ({
    name: typed.name,
    startLocation: typed.start_location,
    start: pointOf(typed.start_latitude, typed.start_longitude),
    endLocation: typed.end_location,
    end: pointOf(typed.end_latitude, typed.end_longitude),
    distanceMetres: typed.distance,
    isActive: typed.is_active,
  }))

export type RouteFields = z.output<typeof routeSchema>

/** A stop as typed: minutes after midnight, paise a month. */
export const stopSchema = z
  .object({
    name: required('Stop name is required', stopNameLength),
    place: optional(placeLength),
    latitude: degrees,
    longitude: degrees,
    pickup_time: clock('Enter when it is reached in the morning'),
    drop_time: clock('Enter when it is reached in the afternoon'),
    monthly_fare: price,
  })
  .superRefine((typed, context) => checkPoint(typed, { latitude: 'latitude', longitude: 'longitude' }, context), atOnce)
  .transform((typed) => ({
    name: typed.name,
    place: typed.place ?? null,
    point: pointOf(typed.latitude, typed.longitude),
    pickupMinute: typed.pickup_time,
    dropMinute: typed.drop_time,
    farePaise: typed.monthly_fare,
  }))

export type StopFields = z.output<typeof stopSchema>

/** A vehicle as typed; a fixed fee has an amount, and a destination is a place with its coordinates or none. */
export const vehicleSchema = z
  .object({
    vehicle_number: required('Vehicle number is required', vehicleNumberLength)
      .toUpperCase()
      .overwrite((typed) => typed.replace(/\s+/g, ' '))
      .regex(/^[A-Z0-9][A-Z0-9 -]{2,19}$/, 'Enter the number as on the plate, such as GJ 03 AB 1234'),
    vehicle_type: z.enum(vehicleTypes, 'Choose the type of vehicle'),
    status: z.enum(vehicleStatuses, 'Choose a status'),
    capacity: z
      .string('Enter how many seats it has')
      .trim()
      .regex(/^\d{1,4}$/, `Enter a whole number from 1 to ${largestCapacity}`)
      .transform(Number)
      .refine((seats) => seats >= 1 && seats <= largestCapacity, `Enter a whole number from 1 to ${largestCapacity}`),
    driver_name: required('Driver’s name is required', driverNameLength),
    driver_phone: required('Driver’s phone is required', phoneLength).regex(phonePattern, phoneWords),
    driver_licence: optional(licenceLength),
    attendant_name: optional(driverNameLength),
    attendant_phone: z.string().trim().max(phoneLength, atMost(phoneLength)).regex(phonePattern, phoneWords).optional(),
    fee_type: z.enum(feeTypes, 'Choose how its fee is calculated'),
    amount: price,
    destination_address: optional(placeLength),
    destination_latitude: degrees,
    destination_longitude: degrees,
  })
  .superRefine((typed, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const hasDegrees = Boolean(typed.destination_latitude || typed.destination_longitude)
    if (typed.fee_type === 'fixed' && typed.amount === null) say('amount', 'A fixed fee needs its monthly amount')
    if (hasDegrees && !typed.destination_address) say('destination_address', 'Enter which place this is')
    if (!hasDegrees && typed.destination_address) {
      say('destination_latitude', 'Find the place, or enter its coordinates: fares are calculated up to it')
    }
    checkPoint(typed, { latitude: 'destination_latitude', longitude: 'destination_longitude' }, context)
  }, atOnce)
  .transform((typed) => ({
    vehicleNumber: typed.vehicle_number,
    vehicleType: typed.vehicle_type,
    status: typed.status,
    capacity: typed.capacity,
    driverName: typed.driver_name,
    driverPhone: typed.driver_phone,
    driverLicence: typed.driver_licence ?? null,
    attendantName: typed.attendant_name ?? null,
    attendantPhone: typed.attendant_phone ?? null,
    feeType: typed.fee_type,
    amountPaise: typed.amount,
    destinationAddress: typed.destination_address ?? null,
    destination: pointOf(typed.destination_latitude, typed.destination_longitude),
  }))

export type VehicleFields = z.output<typeof vehicleSchema>

const paper = {
  kind: z.enum(vehicleDocumentKinds, 'Choose the type of document'),
  number: optional(documentNumberLength),
  // A year of two digits, or of another century, is a slip: the paper would count as expired.
  expires_on: z
    .string()
    .trim()
    .refine(isDay, { error: 'Enter a day as yyyy-mm-dd', abort: true })
    .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Enter a day of the years 2000 to 2099')
    .optional(),
}

/** A paper of a vehicle as typed, beside its file. */
export const documentSchema = z.object({ ...paper, remove: z.boolean().default(false) }).transform((typed) => ({
  kind: typed.kind,
  number: typed.number ?? null,
  expiresOn: typed.expires_on ?? null,
  removesFile: typed.remove,
}))

/** The same for a new one, with its once-only key: a form with files is read as a whole. */
export const newDocumentSchema = z
  .object({
    ...paper,
    form_key: z
      .string()
      .regex(/^[\w-]{8,40}$/)
      .optional(),
  })
  .transform((typed) => ({
    kind: typed.kind,
    number: typed.number ?? null,
    expiresOn: typed.expires_on ?? null,
    formKey: typed.form_key ?? null,
  }))

export type DocumentFields = z.output<typeof documentSchema>

/** A time that could not be read is still what was typed. */
const isMinute = (time: unknown): time is number => typeof time === 'number'

/** A run as typed: minutes after midnight, and the price of a month where it has its own. */
export const runSchema = z
  .object({
    route: z.string('Choose a route').min(1, 'Choose a route'),
    departure_time: clock('Enter when it departs'),
    arrival_time: clock('Enter when it arrives at school'),
    return_time: z
      .string()
      .trim()
      .optional()
      .transform((typed, context) => {
        if (!typed) return null
        const minute = minuteOf(typed)
        if (minute === null) context.addIssue('Enter a time such as 07:05 or 14:30')
        return minute ?? z.NEVER
      }),
    monthly_fare: price,
    is_active: z.boolean().default(false),
  })
  .superRefine((typed, context) => {
    const say = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const [departure, arrival, back] = [typed.departure_time, typed.arrival_time, typed.return_time]
    if (isMinute(departure) && isMinute(arrival) && arrival <= departure) {
      say('arrival_time', 'The arrival must be after the departure')
    }
    if (isMinute(arrival) && isMinute(back) && back < arrival)
      say('return_time', 'The return must be after the arrival')
  }, atOnce)
  .transform((typed) => ({
    routeId: typed.route,
    departureMinute: typed.departure_time,
    arrivalMinute: typed.arrival_time,
    returnMinute: typed.return_time,
    feePaise: typed.monthly_fare,
    isActive: typed.is_active,
  }))

export type RunFields = z.output<typeof runSchema>
