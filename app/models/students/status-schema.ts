import { z } from 'zod'

// The form is the office's only, so its words are English.
const publicId = (message: string) => z.string(message).regex(/^[2-9b-z]{12}$/, message)
const maxDues = 500

/** A student comes back: where to sit, and which dues count again. */
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
  reopen: z.array(publicId('Select a valid due')).max(maxDues, 'Select a valid due').default([]),
})
