import { z } from 'zod'
import { parseRupees } from '~/models/shared/money'
import {
  facilities,
  largestAmountPaise,
  largestCapacity,
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
