import { z } from 'zod'
import { plainBreaks } from '../text'

/** Optional text of an office decision; an empty text becomes null. */
export const optionalText = (maxLength: number) =>
  z
    .string()
    .trim()
    .overwrite(plainBreaks)
    .max(maxLength, `Use at most ${maxLength} characters`)
    .optional()
    .transform((text) => text || null)
