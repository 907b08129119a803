import { z } from 'zod'
import { gradeLength, maxGrades } from './options'
import { pointProblems } from './point-fields'

// Only the office uses these pages, so their texts are English.

function wholeNumber(from: number, to: number) {
  const message = `Enter a whole number from ${from} to ${to}`
  return z
    .string(message)
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= from && number <= to, message)
}

const mapsKey = z
  .string()
  .trim()
  .max(120, 'Use at most 120 characters')
  .regex(/^[\w-]+$/, 'A maps key has letters, digits, - and _ only')
  .optional()
const password = z.string().max(200, 'Use at most 200 characters').default('')

/** Forms of the two maps keys, for the server and for browsers. */
export const mapsKeySchema = z.object({
  maps_key: mapsKey,
  maps_browser_key: mapsKey,
  /** Deletes the stored key; a key typed in the same form replaces it instead. */
  remove: z.literal('on').optional(),
  password,
})

const degrees = z.string().trim().default('')
const nothingTyped = ['latitude', 'Find the place, or enter its coordinates'] as const

/** Typed location of the school; the search text is not stored. */
export const locationSchema = z
  .object({ latitude: degrees, longitude: degrees })
  .superRefine(({ latitude, longitude }, context) => {
    const isEmpty = latitude === '' && longitude === ''
    const problems = isEmpty ? [nothingTyped] : pointProblems(latitude, longitude)
    for (const [field, message] of problems) context.addIssue({ code: 'custom', path: [field], message })
  })
  .transform(({ latitude, longitude }) => ({ latitude: Number(latitude), longitude: Number(longitude) }))

const band = z.object({
  grade: z
    .string('Grade is required')
    .trim()
    .min(1, 'Grade is required')
    .max(gradeLength, `Use at most ${gradeLength} characters`),
  from_percent: wholeNumber(0, 100),
})

/** Schema of school year, ranks and grades. Ignores blank rows; returns the grades with the best first. */
export const academicSettingsSchema = z
  .object({
    year_starts_month: wholeNumber(1, 12),
    rank_shown: z.boolean().default(false),
    bands: z.preprocess(
      (rows) =>
        Array.isArray(rows)
          ? rows.filter((row) => Object.values((row ?? {}) as Record<string, unknown>).some((value) => value))
          : rows,
      z.array(band).max(maxGrades, `A table can have at most ${maxGrades} grades`).default([]),
    ),
  })
  .superRefine(({ bands }, context) => {
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['bands'], message })
    if (bands.length === 0) return say('Enter at least one grade')
    if (new Set(bands.map(({ grade }) => grade.toLocaleLowerCase('en'))).size < bands.length)
      say('Each grade can be in the table only once')
    if (new Set(bands.map((row) => row.from_percent)).size < bands.length)
      say('Two grades cannot begin at the same percentage')
    if (!bands.some((row) => row.from_percent === 0))
      say('The last grade must begin at 0, so that all marks have a grade')
  })
  .transform((fields) => ({ ...fields, bands: [...fields.bands].sort((a, b) => b.from_percent - a.from_percent) }))
export type AcademicSettingsFields = z.output<typeof academicSettingsSchema>

const secret = z.string().trim().max(120, 'Use at most 120 characters').default('')

/** Blank secrets keep the stored ones; the password is required unless it was entered recently. */
export const paymentKeysSchema = z.object({
  key_id: z
    .string('Key id is required')
    .trim()
    .min(1, 'Key id is required')
    .max(60, 'Use at most 60 characters')
    .regex(/^rzp_(test|live)_\w+$/, 'A Razorpay key id begins with rzp_live_ or rzp_test_'),
  key_secret: secret,
  webhook_secret: secret,
  password,
})
