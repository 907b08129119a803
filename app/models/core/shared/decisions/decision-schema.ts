import { z } from 'zod'
import { plainBreaks } from '../text'

/** Optional text of an office decision; an empty text becomes null. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .overwrite(plainBreaks)
    .max(longest, `Use at most ${longest} characters`)
    .optional()
    .transform((text) => text || null)
