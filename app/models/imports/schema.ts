import { z } from 'zod'
import { importKinds, kindOfWord, maxSeatsCapacity } from './options'

const id = (message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^[2-9b-z]{12}$/, message)

/** The form that a file comes with. */
export const newImportSchema = z.object({
  kind: z
    .string('Choose what is in the file')
    .transform((word) => kindOfWord(word))
    .pipe(z.enum(importKinds, 'Choose what is in the file')),
  academic_session: id('Select a valid academic session').optional(),
  makes_places: z.boolean().default(false),
  section_capacity: z
    .string()
    .trim()
    .regex(/^\d{1,3}$/, `Enter a whole number from 1 to ${maxSeatsCapacity}`)
    .transform(Number)
    .refine((seats) => seats >= 1 && seats <= maxSeatsCapacity, `Enter a whole number from 1 to ${maxSeatsCapacity}`)
    .optional(),
  form_key: z
    .string('This form is incomplete. Open it again')
    .regex(/^[\w-]{8,40}$/, 'This form is incomplete. Open it again'),
})

export const runImportSchema = z.object({
  /** When the file was checked that the page told of. */
  seen: z
    .string('This form is incomplete. Open it again')
    .regex(/^\d{1,15}$/, 'This form is incomplete. Open it again')
    .transform(Number),
  rows: z.enum(['all', 'valid'], 'Choose which rows'),
})
