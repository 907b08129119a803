import { z } from 'zod'
import { m } from '~/language/paraglide/messages'
import { mobileNumber, optionalText, requiredName } from './field-schema'
import { parentNameLength, textLengths } from './options'
import { guardianRelations, occupations, type Person } from './parent-options'
import { isAadhaar } from './rules'

const occupation = () => z.enum(occupations, { error: () => m.students_occupation_invalid() }).optional()
const mobile = () => mobileNumber().optional()

/** Written with or without spaces; a blank one keeps what is stored. */
const aadhaar = () =>
  z
    .string()
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .refine((digits) => digits === '' || isAadhaar(digits), { error: () => m.students_aadhar_invalid() })
    .transform((digits) => (digits === '' ? undefined : digits))
    .optional()

/** Father, mother and, where somebody else looks after the student, the guardian (SP section 5). */
export function parentSchema() {
  return z.object({
    father_name: requiredName(m.students_father_required, parentNameLength),
    father_occupation: occupation(),
    father_mobile: mobile(),
    father_aadhar: aadhaar(),
    father_education: optionalText(textLengths.education),
    father_income: optionalText(textLengths.income),
    mother_name: requiredName(m.students_mother_required, parentNameLength),
    mother_occupation: occupation(),
    mother_mobile: mobile(),
    mother_aadhar: aadhaar(),
    mother_education: optionalText(textLengths.education),
    mother_income: optionalText(textLengths.income),
    guardian_name: optionalText(parentNameLength),
    guardian_relation: z.enum(guardianRelations, { error: () => m.students_relation_invalid() }).optional(),
    guardian_occupation: occupation(),
    guardian_mobile: mobile(),
    guardian_aadhar: aadhaar(),
    guardian_education: optionalText(textLengths.education),
    guardian_income: optionalText(textLengths.income),
  })
}

export type ParentFields = z.output<ReturnType<typeof parentSchema>>

/** The fields whose value never goes back to a browser. */
export const secretParentFields: ReadonlyArray<`${Person}_aadhar`> = [
  'father_aadhar',
  'mother_aadhar',
  'guardian_aadhar',
]
