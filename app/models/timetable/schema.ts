import { z } from 'zod'
import { periodNameLength, roomNumberLength, type Weekday, weekdays } from './options'

// These forms are the office's only, so their words are English.
function id(invalid: string) {
  return z
    .string(invalid)
    .trim()
    .regex(/^[2-9b-z]{12}$/, invalid)
}

function time(missing: string) {
  return z
    .string(missing)
    .trim()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as hh:mm')
}

export const periodSchema = z
  .object({
    name: z
      .string('Name is required')
      .trim()
      .min(1, 'Name is required')
      .max(periodNameLength, `Use at most ${periodNameLength} characters`),
    starts_at: time('Start is required'),
    ends_at: time('End is required'),
    is_break: z.boolean().default(false),
  })
  .refine((period) => period.starts_at < period.ends_at, {
    path: ['ends_at'],
    message: 'The end must come after the start',
  })

export type PeriodFields = z.output<typeof periodSchema>

const weekday = z
  .string('Select a valid day')
  .transform((text) => weekdays.find((day) => String(day) === text))
  .refine((day): day is Weekday => day !== undefined, 'Select a valid day')

export const entrySchema = z.object({
  subject: id('Select a subject of the class'),
  teacher: id('Select a valid teacher').optional(),
  room_no: z
    .string()
    .trim()
    .transform((text) => text.replace(/\s+/g, ' '))
    .refine((text) => text.length <= roomNumberLength, `Use at most ${roomNumberLength} characters`)
    .optional(),
  /** When the period begins: what a school names its periods may change, and each time is there once. */
  period: time('Select a period'),
  days: z
    .array(weekday, 'Select at least one day')
    .min(1, 'Select at least one day')
    .max(50, 'Select a valid day')
    .transform((days) => [...new Set(days)].sort()),
})

export type EntryFields = z.output<typeof entrySchema>

export const copySchema = z.object({ from: id('Select a valid session'), to: id('Select a valid session') })
