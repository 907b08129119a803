import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/shared/calendar'
import { earliestDay, latestDay, maxRollNumber } from './options'

/** A public id: what cannot be one is not looked up. */
function id(invalid: () => string) {
  return z
    .string({ error: invalid })
    .trim()
    .regex(/^[2-9b-z]{12}$/, { error: invalid })
}

const rollNumber = `Enter a whole number from 1 to ${maxRollNumber}`

/** Where a student sits in one session. The section names its class, so the two cannot contradict each other. */
export const enrollmentSchema = z.object({
  academic_session: id(() => m.students_session_invalid()),
  section: id(() => m.students_class_invalid()),
  roll_number: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, rollNumber)
    .transform(Number)
    .refine((number) => number >= 1 && number <= maxRollNumber, rollNumber)
    .optional(),
  enrolled_on: z
    .string('Date of enrollment is required')
    .trim()
    .refine((text) => isDay(text) && text >= earliestDay && text <= latestDay, 'Enter a date as yyyy-mm-dd'),
})

/** What such a form says; a roll number may be missing. */
export type EnrollmentFields = Omit<z.output<typeof enrollmentSchema>, 'roll_number'> & {
  roll_number?: number | null | undefined
}
