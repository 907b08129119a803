import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { isDay } from '~/models/shared/calendar'
import {
  addressLength,
  categories,
  earliestBirth,
  emailLength,
  enrollmentNumberLength,
  genders,
  mobileDigits,
  nameLength,
  parentNameLength,
} from './options'

function requiredText(missing: () => string, longest: number) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, { error: missing })
    .max(longest, { error: () => m.students_too_long({ count: longest }) })
}

const mobilePattern = new RegExp(`^\\d{${mobileDigits}}$`)

/** The student's fields as the office types them (SP section 5); the e-mail may be blank there (decisions, section 1). */
export function studentSchema({ today }: { today: string }) {
  return z.object({
    first_name: requiredText(m.students_first_name_required, nameLength),
    last_name: requiredText(m.students_last_name_required, nameLength),
    mother_name: requiredText(m.students_mother_name_required, parentNameLength),
    father_name: requiredText(m.students_father_name_required, parentNameLength),
    address: requiredText(m.students_address_required, addressLength),
    gender: z.enum(genders, { error: () => m.students_gender_invalid() }),
    date_of_birth: z
      .string({ error: () => m.students_birth_required() })
      .trim()
      .refine(isDay, { error: () => m.students_birth_invalid(), abort: true })
      .refine((day) => day >= earliestBirth && day < today, { error: () => m.students_birth_range() }),
    category: z.enum(categories, { error: () => m.students_category_invalid() }),
    mobile_number: z
      .string({ error: () => m.students_mobile_invalid() })
      .trim()
      .regex(mobilePattern, { error: () => m.students_mobile_invalid() }),
    email: z
      .string()
      .trim()
      .max(emailLength, { error: () => m.students_too_long({ count: emailLength }) })
      .pipe(z.email({ error: () => m.students_email_invalid() }))
      .optional(),
    rte: z.boolean().default(false),
    enrollment_number: requiredText(m.students_enrollment_number_required, enrollmentNumberLength).regex(
      /^[\p{L}\p{N}][\p{L}\p{N}/._-]*$/u,
      { error: () => m.students_enrollment_number_invalid() },
    ),
  })
}

export type StudentFields = z.output<ReturnType<typeof studentSchema>>
