import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { daysBetween, isDay } from '~/models/shared/calendar'
import {
  correctionReasonLength,
  holidayNameLength,
  leaveAnswerLength,
  leaveReasonLength,
  longestHoliday,
  longestLeave,
  saturdayChoices,
} from './options'

const officeDay = (missing: string) => z.string(missing).trim().refine(isDay, 'Enter a date as yyyy-mm-dd')

/** The office's form, so its words are English. */
export const holidaySchema = z
  .object({
    name: z
      .string('Holiday name is required')
      .trim()
      .min(1, 'Holiday name is required')
      .max(holidayNameLength, `Use at most ${holidayNameLength} characters`),
    starts_on: officeDay('First day is required'),
    // One day is the common case: left blank, the holiday ends as it begins.
    ends_on: z.string().trim().refine(isDay, 'Enter a date as yyyy-mm-dd').optional(),
  })
  .transform((fields) => ({ ...fields, ends_on: fields.ends_on ?? fields.starts_on }))
  .superRefine(({ starts_on, ends_on }, context) => {
    if (!isDay(starts_on) || !isDay(ends_on)) return
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['ends_on'], message })
    if (ends_on < starts_on) say('The last day cannot come before the first day')
    else if (daysBetween(starts_on, ends_on) >= longestHoliday) say(`A holiday has at most ${longestHoliday} days`)
  })
export type HolidayFields = z.output<typeof holidaySchema>

export const saturdaysSchema = z.object({
  saturdays_off: z.enum(saturdayChoices, 'Select which Saturdays are holidays'),
})

export const leaveDecisionSchema = z
  .object({
    decision: z.enum(['approve', 'reject']),
    answer: z.string().trim().max(leaveAnswerLength, `Use at most ${leaveAnswerLength} characters`).optional(),
  })
  .refine(({ decision, answer }) => decision === 'approve' || answer !== undefined, {
    path: ['answer'],
    message: 'Enter the reason for the family',
  })
export type LeaveDecision = z.output<typeof leaveDecisionSchema>

const studentDay = (missing: () => string) =>
  z
    .string({ error: missing })
    .trim()
    .refine(isDay, { error: () => m.attendance_day_invalid() })

/** The student's form: its words are in the reader's language. */
export const leaveSchema = z
  .object({
    starts_on: studentDay(() => m.attendance_from_required()),
    ends_on: studentDay(() => m.attendance_until_required()),
    reason: z
      .string({ error: () => m.attendance_reason_required() })
      .trim()
      .min(1, { error: () => m.attendance_reason_required() })
      .max(leaveReasonLength, { error: () => m.attendance_too_long({ count: leaveReasonLength }) }),
    form_key: z.string().regex(/^[\w-]{8,40}$/),
  })
  .superRefine(({ starts_on, ends_on }, context) => {
    if (!isDay(starts_on) || !isDay(ends_on)) return
    const say = (message: string) => context.addIssue({ code: 'custom', path: ['ends_on'], message })
    if (ends_on < starts_on) say(m.attendance_until_before())
    else if (daysBetween(starts_on, ends_on) >= longestLeave) say(m.attendance_leave_long({ count: longestLeave }))
  })
export type LeaveFields = z.output<typeof leaveSchema>

/** Taking back what was marked of a day. */
export const removalSchema = z.object({
  seen: z.string().regex(/^\d{1,18}(\.\d{1,9})?$/),
  reason: z
    .string('Reason is required')
    .trim()
    .min(1, 'Reason is required')
    .max(correctionReasonLength, `Use at most ${correctionReasonLength} characters`),
})
