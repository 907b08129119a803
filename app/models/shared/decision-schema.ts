import { z } from 'zod'
import { isDay } from './calendar'
import { remarksLength } from './decision-options'
import { plainBreaks } from './text'

// The office's forms are English.
/** An optional text of a decision; empty is null. */
export const optionalText = (longest: number) =>
  z
    .string()
    .trim()
    .overwrite(plainBreaks)
    .max(longest, `Use at most ${longest} characters`)
    .optional()
    .transform((text) => (text === '' ? null : (text ?? null)))

/** Remarks of a decision; where `required` somebody has to be told why. */
export function remarksSchema({ required }: { required: boolean }) {
  return z
    .object({ remarks: optionalText(remarksLength) })
    .refine(({ remarks }) => !required || (remarks !== null && remarks.length >= 3), {
      path: ['remarks'],
      error: 'Enter the reason',
    })
}

/** A day that somebody types for a decision. */
export const decisionDay = z
  .string('Enter the date')
  .trim()
  .refine((day) => isDay(day) && day >= '2000-01-01', 'Enter a date as yyyy-mm-dd')
