import { z } from 'zod'
import { dayAsTyped, isDay } from '~/models/core/shared/calendar'
import { admissionNumberLength, lastSchoolLength } from '../options'
import { leavingReasonLength } from './status-options'

// Only the office uses this form, so its texts are English.
const publicId = (message: string) => z.string(message).regex(/^[2-9b-z]{12}$/, message)
const maxDues = 500

export const returnKinds = ['return', 'mistake'] as const

const line = (max: number) => z.string().trim().max(max, `Use at most ${max} characters`).default('')

const returnFields = z.object({
  places: z
    .array(
      z.object({
        enrollment: publicId('Select a valid enrollment'),
        section: publicId('Select a valid section').optional(),
      }),
    )
    .max(10, 'Select a valid enrollment')
    .default([]),
  register: z.enum(returnKinds, 'Choose how the student comes back'),
  returned_on: z
    .string()
    .trim()
    .overwrite(dayAsTyped)
    .refine((day) => day === '' || isDay(day), 'Enter a date as yyyy-mm-dd')
    .default(''),
  admission_number: line(admissionNumberLength),
  last_school: line(lastSchoolLength),
  mistake: line(leavingReasonLength),
  reopen: z.array(publicId('Select a valid due')).max(maxDues, 'Select a valid due').default([]),
})

/** Return of a student: the section for each enrollment, the dues to reopen, and the register entry. */
export const returnSchema = returnFields.refine(
  ({ register, mistake }) => register === 'return' || mistake.length > 2,
  { path: ['mistake'], message: 'Enter why the leaving was recorded by mistake' },
)
