import { z } from 'zod'

/** Beside the file of a picture: whether the stored one goes without another in its place. */
export const pictureSchema = z.object({ remove: z.boolean().default(false) })
