import { z } from 'zod'
import { dayAsTyped, isDay } from '~/models/shared/calendar'
import { admissionNumberLength } from './options'

// The form is the office's only, so its words are English.
const publicId = (message: string) => z.string(message).regex(/^[2-9b-z]{12}$/, message)
const maxDues = 500

/** How the register keeps it that a student is here again. */
export const returnKinds = ['return', 'mistake'] as const

/** A student comes back: where to sit, which dues count again, and what the register keeps of it. */
export const returnSchema = z.object({
  places: z
    .array(
      z.object({
        enrollment: publicId('Select a valid enrollment'),
        section: publicId('Select a valid section').optional(),
      }),
    )
    .max(10, 'Select a valid enrollment')
    .default([]),
  register: z.enum(returnKinds, 'Choose how the student comes back').default('return'),
  returned_on: z
    .string()
    .trim()
    .overwrite(dayAsTyped)
    .refine((day) => day === '' || isDay(day), 'Enter a date as yyyy-mm-dd')
    .default(''),
  admission_number: z
    .string()
    .trim()
    .max(admissionNumberLength, `Use at most ${admissionNumberLength} characters`)
    .default(''),
  reopen: z.array(publicId('Select a valid due')).max(maxDues, 'Select a valid due').default([]),
})
