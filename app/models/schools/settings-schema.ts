import { z } from 'zod'
import { parseRupees } from '~/models/shared/money'
import { defaultFineKinds, gradeLength, mostGraceDays, mostGrades } from './options'
import { checkPoint, pointOf } from './point-fields'

// The pages are the office's only, so their words are English.

function wholeNumber(from: number, to: number) {
  const message = `Enter a whole number from ${from} to ${to}`
  return z
    .string(message)
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= from && number <= to, message)
}

/** Rupees as typed, in paise. */
const rupees = z
  .string('Enter an amount in rupees')
  .trim()
  .transform((text, context) => {
    const paise = parseRupees(text)
    if (paise === null) context.addIssue({ code: 'custom', message: 'Enter an amount in rupees' })
    return paise ?? z.NEVER
  })

export const signInPolicySchema = z.object({
  activation_code_required: z.boolean().default(false),
  online_admissions: z.boolean().default(false),
})
export type SignInPolicyFields = z.output<typeof signInPolicySchema>

export const feeSettingsSchema = z
  .object({
    part_payment_allowed: z.boolean().default(false),
    part_payment_minimum: rupees.optional().transform((paise) => paise ?? 0),
    fine_kind: z.enum(defaultFineKinds, 'Select a valid late fine'),
    fine_amount: rupees.optional().transform((paise) => paise ?? 0),
    fine_grace_days: wholeNumber(0, mostGraceDays)
      .optional()
      .transform((days) => days ?? 0),
    fine_cap: rupees.optional(),
  })
  .refine((fields) => fields.fine_kind === 'none' || fields.fine_amount > 0, {
    path: ['fine_amount'],
    message: 'Enter the amount of the late fine',
  })
  .refine((fields) => fields.fine_cap === undefined || fields.fine_cap >= fields.fine_amount, {
    path: ['fine_cap'],
    message: 'The maximum fine cannot be less than the fine itself',
  })
export type FeeSettingsFields = z.output<typeof feeSettingsSchema>

// Blank takes the stored key away.
const mapsKey = z
  .string()
  .trim()
  .max(120, 'Use at most 120 characters')
  .regex(/^[\w-]+$/, 'A maps key has letters, digits, - and _ only')
  .optional()
const password = z.string().max(200, 'Use at most 200 characters').default('')

export const mapsKeySchema = z.object({ maps_key: mapsKey, password })
export const mapsBrowserKeySchema = z.object({ maps_browser_key: mapsKey, password })

/** Where the school stands, as typed; the place that it was searched for by is not kept. */
export const locationSchema = z
  .object({ latitude: z.string().trim().optional(), longitude: z.string().trim().optional() })
  .superRefine((typed, context) => {
    if (!typed.latitude && !typed.longitude) {
      context.addIssue({ code: 'custom', path: ['latitude'], message: 'Find the place, or enter its coordinates' })
    }
    checkPoint(typed, { latitude: 'latitude', longitude: 'longitude' }, context)
  })
  .transform((typed) => pointOf(typed.latitude, typed.longitude) ?? z.NEVER)
export type LocationFields = z.output<typeof locationSchema>

const band = z.object({
  grade: z
    .string('Grade is required')
    .trim()
    .min(1, 'Grade is required')
    .max(gradeLength, `Use at most ${gradeLength} characters`),
  from_percent: wholeNumber(0, 100),
})

/** Rows left blank are no rows; the bands come out with the best grade first. */
export const academicSettingsSchema = z
  .object({
    year_starts_month: wholeNumber(1, 12),
    rank_shown: z.boolean().default(false),
    bands: z.preprocess(
      (rows) =>
        Array.isArray(rows)
          ? rows.filter((row) => Object.values((row ?? {}) as Record<string, unknown>).some((value) => value))
          : rows,
      z.array(band).max(mostGrades, `A table has at most ${mostGrades} grades`).default([]),
    ),
  })
  .superRefine(({ bands }, context) => {
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['bands'], message })
    if (bands.length === 0) return say('Enter at least one grade')
    if (new Set(bands.map(({ grade }) => grade.toLocaleLowerCase('en'))).size < bands.length)
      say('Each grade may be in the table only once')
    if (new Set(bands.map((row) => row.from_percent)).size < bands.length)
      say('Two grades cannot begin at the same percent')
    if (!bands.some((row) => row.from_percent === 0)) say('The last grade begins at 0, so that every mark has one')
  })
  .transform((fields) => ({
    ...fields,
    bands: [...fields.bands].sort((a, b) => b.from_percent - a.from_percent),
  }))
export type AcademicSettingsFields = z.output<typeof academicSettingsSchema>
