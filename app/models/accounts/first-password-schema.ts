import { z } from 'zod'

/** The question whether a student goes back to the first password. */
export const firstPasswordSchema = z.object({
  form_key: z.string('Open the page again').regex(/^[\w-]{8,40}$/, 'Open the page again'),
})
