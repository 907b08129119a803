import { z } from 'zod'
import { semesters } from './options'

/** Which periods students may apply for. */
export const periodsSchema = z.object({
  periods: z
    .array(z.enum(semesters, 'Choose from the list'), 'Choose at least one period')
    .min(1, 'Choose at least one period')
    .max(semesters.length),
})

/** Beside the file of a picture: whether the stored one goes without another in its place. */
