import { z } from 'zod'
import { parseRupees } from '~/models/shared/money'
import { plainBreaks } from '~/models/shared/text'
import {
  addressLength,
  emailLength,
  facilities,
  genderTypes,
  hostelNameLength,
  hostelTypes,
  largestAmountPaise,
  largestCapacity,
  personNameLength,
  phoneLength,
  roomNumberLength,
  roomStatuses,
  roomTypes,
  semesters,
} from './options'

// The office's forms are English.
const atMost = (longest: number) => `Use at most ${longest} characters`
const required = (missing: string, longest: number) =>
  z.string(missing).trim().min(1, missing).max(longest, atMost(longest))

/** Rupees as typed, in paise; from `least` rupees on. */
const amount = (missing: string, least: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .transform((typed, context) => {
      const paise = parseRupees(typed)
      if (paise === null) context.addIssue('Enter an amount in rupees, such as 6,000 or 6000.50')
      else if (paise < least * 100) context.addIssue(`The amount must be at least ₹${least}`)
      else if (paise > largestAmountPaise) context.addIssue('The amount must be at most ₹1,00,000')
      return paise ?? z.NEVER
    })

const whole = (missing: string, least: number, most: number) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .regex(/^-?\d{1,6}$/, `Enter a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((count) => count >= least && count <= most, `Enter a whole number from ${least} to ${most}`)

const lowestFloor = -5
const highestFloor = 100

/** A hostel as typed. Bank details are whole or not there: half of them lead money nowhere. */
export const hostelSchema = z
  .object({
    name: required('Hostel name is required', hostelNameLength),
    gender_type: z.enum(genderTypes, 'Choose boys, girls or co-ed'),
    hostel_type: z.enum(hostelTypes, 'Choose the type of hostel'),
    address: z
      .string('Address is required')
      .trim()
      .overwrite(plainBreaks)
      .min(1, 'Address is required')
      .max(addressLength, atMost(addressLength)),
    contact_number: required('Contact number is required', phoneLength).regex(
      /^\+?[\d\s()/-]{6,20}$/,
      'Enter a phone number',
    ),
    warden_name: required('Warden’s name is required', personNameLength),
    warden_email: z
      .string()
      .trim()
      .toLowerCase()
      .max(emailLength, atMost(emailLength))
      .pipe(z.email('Invalid email'))
      .optional(),
    security_deposit: amount('Enter the deposit; 0 if there is none', 0),
    meal_plan_included: z.boolean().default(false),
    meal_plan_fee: amount('Enter the monthly mess charges; 0 if there are none', 0),
    bank_name: z.string().trim().max(personNameLength, atMost(personNameLength)).optional(),
    bank_account_number: z
      .string()
      .overwrite((typed) => typed.replace(/\s/g, ''))
      .regex(/^\d{9,18}$/, 'An account number has 9 to 18 digits')
      .optional(),
    bank_ifsc_code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'An IFSC has four letters, a zero and six letters or digits')
      .optional(),
    is_active: z.boolean().default(false),
  })
  .superRefine((typed, context) => {
    const bank = ['bank_name', 'bank_account_number', 'bank_ifsc_code'] as const
    const missing = bank.filter((field) => !typed[field])
    if (missing.length === bank.length) return
    const message = 'Enter all three bank details, or leave all three empty'
    for (const field of missing) context.addIssue({ code: 'custom', path: [field], message })
  })
  .transform((typed) => ({
    name: typed.name,
    genderType: typed.gender_type,
    hostelType: typed.hostel_type,
    address: typed.address,
    contactNumber: typed.contact_number,
    wardenName: typed.warden_name,
    wardenEmail: typed.warden_email ?? null,
    securityDepositPaise: typed.security_deposit,
    mealPlanIncluded: typed.meal_plan_included,
    mealPlanFeePaise: typed.meal_plan_fee,
    bankName: typed.bank_name ?? null,
    bankAccountNumber: typed.bank_account_number ?? null,
    bankIfscCode: typed.bank_ifsc_code ?? null,
    isActive: typed.is_active,
  }))

export type HostelFields = z.output<typeof hostelSchema>

/** A room as typed. */
export const roomSchema = z
  .object({
    room_number: required('Room number is required', roomNumberLength),
    room_type: z.enum(roomTypes, 'Choose the type of room'),
    floor_number: whole('Enter the floor; 0 is the ground floor', lowestFloor, highestFloor),
    capacity: whole('Enter how many beds it has', 1, largestCapacity),
    monthly_rent: amount('Enter the monthly rent', 1),
    status: z.enum(roomStatuses, 'Choose a status'),
    facilities: z.array(z.enum(facilities, 'Choose from the list')).max(facilities.length).default([]),
  })
  .transform((typed) => ({
    roomNumber: typed.room_number,
    roomType: typed.room_type,
    floorNumber: typed.floor_number,
    capacity: typed.capacity,
    monthlyRentPaise: typed.monthly_rent,
    status: typed.status,
    facilities: [...new Set(typed.facilities)],
  }))

export type RoomFields = z.output<typeof roomSchema>

/** Which periods students may apply for. */
export const periodsSchema = z.object({
  periods: z
    .array(z.enum(semesters, 'Choose from the list'), 'Choose at least one period')
    .min(1, 'Choose at least one period')
    .max(semesters.length),
})

/** Beside the file of a picture: whether the stored one goes without another in its place. */
export const pictureSchema = z.object({ remove: z.boolean().default(false) })
