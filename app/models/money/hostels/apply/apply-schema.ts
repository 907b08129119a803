import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/core/shared/calendar'
import { declaredReferenceLength } from '~/models/money/ledger/options'
import { optionalText, phone, publicId, requiredText } from '~/models/money/subscriptions/apply-schema'
import {
  addressLength,
  emailLength,
  hostelPaymentMethods,
  personNameLength,
  phoneLength,
  requirementsLength,
  semesters,
} from '../options'
import { yearsToApplyFor } from '../rules'
import type { DraftFields, WizardStep } from './draft-options'

const day = (missing: () => string) =>
  z
    .string({ error: missing })
    .trim()
    .refine(isDay, { error: () => m.room_day_wrong() })

/** Step 1; `today` is the day in India, `startsMonth` the month in which the school's years begin. */
export function roomStepSchema(today: string, startsMonth?: number) {
  return z.object({
    hostel_id: publicId(() => m.room_hostel_required()),
    room_id: publicId(() => m.room_room_required()),
    academic_year: z.enum(yearsToApplyFor(today, startsMonth), { error: () => m.room_year_required() }),
    semester: z.enum(semesters, { error: () => m.room_semester_required() }),
    check_in_date: day(() => m.room_check_in_required()),
    check_out_date: day(() => m.room_day_wrong()).optional(),
    meal_plan_required: z.literal('on').optional(),
    waiting_list: z.literal('on').optional(),
  })
}

/** Step 2 of the wizard: guardian and emergency contact. */
export const guardianStepSchema = z.object({
  guardian_name: requiredText(() => m.room_guardian_name_required(), personNameLength),
  guardian_phone: phone(() => m.room_guardian_phone_required(), phoneLength),
  guardian_email: z
    .string()
    .trim()
    .max(emailLength, { error: () => m.students_too_long({ count: emailLength }) })
    .pipe(z.email({ error: () => m.room_email_wrong() }))
    .optional()
    .transform((input) => input ?? null),
  guardian_address: optionalText(addressLength),
  emergency_contact: phone(() => m.room_emergency_required(), phoneLength),
})

/** Step 3 of the wizard: special requirements. */
export const detailsStepSchema = z.object({ special_requirements: optionalText(requirementsLength) })

/** A draft's answers without the empty ones, as a form would submit them. */
export function answersOf(fields: DraftFields): DraftFields {
  return Object.fromEntries(Object.entries(fields).filter(([, typed]) => typed !== ''))
}

/** First step with invalid answers; the last step if all before it are valid. */
export function firstUnfinished(fields: DraftFields, today: string, startsMonth?: number): WizardStep {
  const answers = answersOf(fields)
  if (!roomStepSchema(today, startsMonth).safeParse(answers).success) return 'room'
  return guardianStepSchema.safeParse(answers).success ? 'details' : 'guardian'
}

/** Method of payment for an application. The server, not the form, determines the dues and amounts. */
export const roomPaymentSchema = z
  .object({
    form_key: z
      .string({ error: () => m.payments_form_stale() })
      .regex(/^[\w-]{8,40}$/, { error: () => m.payments_form_stale() }),
    method: z.enum(hostelPaymentMethods, { error: () => m.room_method_required() }),
    reference: optionalText(declaredReferenceLength),
  })
  .refine(({ method, reference }) => method !== 'bank_transfer' || reference !== null, {
    path: ['reference'],
    error: () => m.room_reference_required(),
  })
