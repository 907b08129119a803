import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { changeNoteLength } from './change-request-options'
import { day, mobileNumber, optionalText, requiredName, requiredText } from './field-schema'
import {
  addressLength,
  categories,
  earliestBirth,
  emailLength,
  enrollmentNumberLength,
  genders,
  mediums,
  nameLength,
  parentNameLength,
  religions,
  textLengths,
} from './options'

/** The student's fields as the office types them (SP section 5); the e-mail may be blank there (decisions, section 1). */
export function studentSchema({ today }: { today: string }) {
  return z.object({
    first_name: requiredName(m.students_first_name_required, nameLength),
    last_name: requiredName(m.students_last_name_required, nameLength),
    mother_name: requiredName(m.students_mother_name_required, parentNameLength),
    father_name: requiredName(m.students_father_name_required, parentNameLength),
    address: requiredText(m.students_address_required, addressLength),
    gender: z.enum(genders, { error: () => m.students_gender_invalid() }),
    date_of_birth: day(m.students_birth_required).refine((born) => born >= earliestBirth && born < today, {
      error: () => m.students_birth_range(),
    }),
    category: z.enum(categories, { error: () => m.students_category_invalid() }),
    religion: z.enum(religions, { error: () => m.students_religion_invalid() }).optional(),
    medium: z.enum(mediums, { error: () => m.students_medium_invalid() }).optional(),
    mobile_number: mobileNumber(),
    email: z
      .string()
      .trim()
      .max(emailLength, { error: () => m.students_too_long({ count: emailLength }) })
      .pipe(z.email({ error: () => m.students_email_invalid() }))
      .optional(),
    rte: z.boolean().default(false),
    nic_id: optionalText(textLengths.nic_id),
    sr_no: optionalText(textLengths.sr_no),
    enrollment_number: requiredText(m.students_enrollment_number_required, enrollmentNumberLength).regex(
      /^[\p{L}\p{N}][\p{L}\p{N}/._-]*$/u,
      { error: () => m.students_enrollment_number_invalid() },
    ),
  })
}

/**
 * The same form as the student saves it (SP section 5): the e-mail must be there. What only the office may set is not read; names,
 * date of birth and category are checked like the office's, since they become wishes.
 */
export function ownStudentSchema({ today }: { today: string }) {
  const office = studentSchema({ today })
  return office.omit({ rte: true, nic_id: true, sr_no: true, enrollment_number: true }).extend({
    email: z
      .string({ error: () => m.accounts_email_required() })
      .trim()
      .pipe(office.shape.email.unwrap()),
    note: z
      .string()
      .trim()
      .max(changeNoteLength, { error: () => m.students_too_long({ count: changeNoteLength }) })
      .optional(),
  })
}

export type OwnStudentFields = z.output<ReturnType<typeof ownStudentSchema>>
export type StudentFields = z.output<ReturnType<typeof studentSchema>>
