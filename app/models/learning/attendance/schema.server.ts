import { z } from 'zod'
import { field } from '~/kit/forms/fields'
import { fieldSchema } from '~/kit/forms/form-schema.server'
import { m } from '~/language/paraglide/messages'
import { daysBetween, isDay } from '~/models/core/shared/calendar'
import { correctionReasonLength, leaveAnswerLength, leaveReasonLength, maxLeaveDays } from './options'

const answer = field.line('Answer', leaveAnswerLength)

export const leaveDecisionSchema = z
  .object({ decision: z.enum(['approve', 'reject']), answer: fieldSchema(answer) })
  .refine(({ decision, answer }) => decision === 'approve' || answer !== null, {
    path: ['answer'],
    message: 'Enter the reason that the family will see',
  })
export type LeaveDecision = { decision: 'approve' | 'reject'; answer?: string | null }

const studentDay = (missing: () => string) =>
  z
    .string({ error: missing })
    .trim()
    .refine(isDay, { error: () => m.attendance_day_invalid() })

/** Form that students fill in, so its error messages are in the student's language. */
export const leaveApplicationSchema = z
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
    else if (daysBetween(starts_on, ends_on) >= maxLeaveDays) say(m.attendance_leave_long({ count: maxLeaveDays }))
  })
export type LeaveApplicationFields = z.output<typeof leaveApplicationSchema>

const reason = field.line('Reason', correctionReasonLength, { required: true })

/** Form that removes the marks of a day; `version` is that of the marks on the page. */
export const removalSchema = z.object({
  version: z.string().regex(/^\d{1,18}(\.\d{1,9})?$/),
  reason: fieldSchema(reason),
})
