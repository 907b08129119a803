import { z } from 'zod'
import { remarksLength } from '~/models/shared/decision-options'
import { decisionDay, optionalText } from '~/models/shared/decision-schema'
import { minuteOf } from '~/models/shared/time-of-day'

// The office's forms are English.
const run = z
  .string()
  .trim()
  .max(20)
  .optional()
  .transform((id) => id || null)

/** A typed time of day in minutes after midnight; null where nothing was typed. */
const clock = z
  .string()
  .trim()
  .optional()
  .transform((typed, context) => {
    if (typed === undefined || typed === '') return null
    const minute = minuteOf(typed)
    if (minute === null) context.addIssue({ code: 'custom', message: 'Enter a time as hh:mm, such as 07:05' })
    return minute
  })

/** The first day of riding, and the run on which a seat is held. */
export const approvalSchema = z.object({ starts_on: decisionDay, run, remarks: optionalText(remarksLength) })

/** The seat, and when the vehicle comes. */
export const activationSchema = z
  .object({ run, pickup_time: clock, drop_time: clock, even_unpaid: z.literal('on').optional() })
  .refine(({ pickup_time, drop_time }) => pickup_time === null || drop_time === null || pickup_time < drop_time, {
    path: ['drop_time'],
    error: 'The drop must be after the pickup',
  })

/** The first day without transport. */
export const endingSchema = z.object({ day: decisionDay, remarks: optionalText(remarksLength) })
