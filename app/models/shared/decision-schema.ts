import { z } from 'zod'
import { plainBreaks } from './text'

/** An optional text of a decision of the office; empty is null. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .overwrite(plainBreaks)
    .max(longest, `Use at most ${longest} characters`)
    .optional()
    .transform((text) => text || null)
