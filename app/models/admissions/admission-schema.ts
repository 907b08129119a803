import { z } from 'zod'
import { languages } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { enrollmentSchema } from '~/models/academics/schema'
import { longestPassword } from '~/models/accounts/options'
import { isDay } from '~/models/shared/calendar'
import { optionalText } from '~/models/students/field-schema'
import { mediums, textLengths } from '~/models/students/options'
import { studentSchema } from '~/models/students/schema'
import { longestReason, longestRemarks } from './admission-options'

const formKey = z
  .string('Send the form again from its page')
  .trim()
  .min(8)
  .max(60)
  .regex(/^[\w-]+$/)

/** A public id of one of the school's own things; what cannot be one is not looked up. */
function chosen(invalid: () => string) {
  return z
    .string({ error: () => invalid() })
    .trim()
    .regex(/^[2-9b-z]{12}$/, { error: () => invalid() })
}

/** The child and the parents, as both forms have them; the enrollment number comes with acceptance. */
function applicantSchema(today: string) {
  return studentSchema({ today })
    .pick({
      first_name: true,
      last_name: true,
      mother_name: true,
      father_name: true,
      address: true,
      gender: true,
      date_of_birth: true,
      category: true,
      mobile_number: true,
      email: true,
      rte: true,
    })
    .extend({ class: chosen(m.students_class_invalid), form_key: formKey })
}

/** An admission as the office writes it down (HT section 7). */
export function admissionSchema({ today }: { today: string }) {
  return applicantSchema(today).extend({
    academic_session: chosen(m.students_session_invalid),
    previous_school: optionalText(textLengths.previous_school),
    previous_class: optionalText(textLengths.previous_class),
    previous_board: optionalText(textLengths.previous_board),
    medium: z.enum(mediums, { error: () => m.students_medium_invalid() }).optional(),
    language: z.enum(languages, 'Select a valid language').default('en'),
    remarks: optionalText(longestRemarks),
    /** Keys of the files that shall go. */
    remove: z.array(z.string().max(120)).max(50).default([]),
  })
}

export type AdmissionFields = z.output<ReturnType<typeof admissionSchema>>

/** Never trimmed: a space may be part of a password. */
const password = (missing: () => string) =>
  z
    .string({ error: () => missing() })
    .min(1, { error: () => missing() })
    .max(longestPassword, { error: () => m.accounts_too_long({ count: longestPassword }) })

/** A child's own registration (decisions, section 1): the e-mail is needed, since the answer is mailed. */
export function registrationSchema({ today }: { today: string }) {
  const applicant = applicantSchema(today)
  return applicant
    .omit({ rte: true })
    .extend({
      email: z.preprocess(
        (text) => text ?? '',
        z
          .string()
          .min(1, { error: () => m.accounts_email_required() })
          .pipe(applicant.shape.email.unwrap()),
      ),
      password: password(m.accounts_password_required),
      password_confirmation: password(m.accounts_confirmation_required),
      // Nobody sees this field: what fills it in is no person.
      website: z.string().optional(),
    })
    .refine((fields) => fields.password === fields.password_confirmation, {
      error: () => m.accounts_confirmation_differs(),
      path: ['password_confirmation'],
    })
}

export type RegistrationFields = z.output<ReturnType<typeof registrationSchema>>

/** Where an accepted child sits, and the numbers it gets. */
export function acceptanceSchema({ today }: { today: string }) {
  return enrollmentSchema.extend({
    enrollment_number: studentSchema({ today }).shape.enrollment_number,
    admission_number: optionalText(textLengths.admission_number),
    admission_date: z
      .string('Admission date is required')
      .trim()
      .refine((day) => isDay(day) && day <= today, 'Enter a date as yyyy-mm-dd, today or earlier'),
  })
}

export type AcceptanceFields = z.output<ReturnType<typeof acceptanceSchema>>

export const rejectionSchema = z.object({
  reason: z
    .string('Reason is required')
    .trim()
    .min(1, 'Reason is required')
    .max(longestReason, `Use at most ${longestReason} characters`),
})
