import { type Field, field, form, type ValuesOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { mobileAsTyped, typedMobileLength } from '~/models/core/shared/mobile'
import type { Words } from '~/models/core/shared/words'
import { emailLength } from '../options'
import { enrollmentNumber } from './number-fields'
import { birthDate, firstName, lastName, oneName, personName } from './person-fields'

export const parentNameLength = 120

/** Indian mobile number, stored without country code. */
export const mobileNumber = <const R extends Words | undefined = undefined>(
  label: Words,
  required?: R,
  invalid: Words = m.students_mobile_invalid,
) =>
  field.line<R>(label, 10, {
    required,
    repair: mobileAsTyped,
    pattern: { looks: /^\d{10}$/, words: invalid },
    control: { type: 'tel', inputMode: 'tel', maxLength: typedMobileLength },
    keep: 'contact',
  })

/** The four media of instruction, for the sections Student and Academic. */
const mediumWords = {
  English: m.students_medium_english,
  Hindi: m.students_medium_hindi,
  Gujarati: m.students_medium_gujarati,
  Other: m.students_medium_other,
}
export const medium = <const R extends Words | undefined = undefined>(required?: R) =>
  field.choice(m.students_medium, mediumWords, {
    required,
    invalid: required ?? m.students_medium_invalid,
    keep: 'register',
  })

/** E-mail of a student, stored as typed; the office may leave it blank. */
const email: Field<string | null> = field.email(m.students_email, emailLength, {
  repair: (input) => input,
  invalid: m.students_email_invalid,
  keep: 'contact',
})

/**
 * Student Information (student specification, section 5) for the office, in page order. Fields and columns have the
 * same names. `sections.server.ts` maps them to tables and lists those that only the office sets;
 * `change-request-options.ts` lists those that a student can request to change.
 */
export const studentForm = form(
  'student',
  { first_name: firstName, last_name: lastName },
  { one_name: oneName },
  {
    father_name: personName(m.students_father_name, parentNameLength, m.students_father_name_required),
    mother_name: personName(m.students_mother_name, parentNameLength, m.students_mother_name_required),
  },
  {
    gender: field.choice(
      m.students_gender,
      { Male: m.students_gender_male, Female: m.students_gender_female, Other: m.students_gender_other },
      { required: m.students_gender_invalid, keep: 'register' },
    ),
    date_of_birth: birthDate,
    category: field.choice(
      m.students_category,
      {
        General: m.students_category_general,
        SC: m.students_category_sc,
        ST: m.students_category_st,
        OBC: m.students_category_obc,
        Other: m.students_category_other,
      },
      { required: m.students_category_invalid, keep: 'register' },
    ),
  },
  {
    religion: field.choice(
      m.students_religion,
      {
        Hindu: m.students_religion_hindu,
        Muslim: m.students_religion_muslim,
        Christian: m.students_religion_christian,
        Sikh: m.students_religion_sikh,
        Buddhist: m.students_religion_buddhist,
        Jain: m.students_religion_jain,
        Other: m.students_religion_other,
      },
      { invalid: m.students_religion_invalid, keep: 'register' },
    ),
    medium: medium(),
  },
  { mobile_number: mobileNumber(m.students_mobile_number, m.students_mobile_invalid), email },
  {
    address: field.lines(m.students_address, 300, {
      required: m.students_address_required,
      control: { rows: 3 },
      keep: 'contact',
    }),
  },
  {
    enrollment_number: enrollmentNumber,
    nic_id: field.line(m.students_nic_id, 30, { keep: 'register' }),
    sr_no: field.line(m.students_sr_no, 30, { keep: 'register' }),
  },
  { rte: field.tick(m.students_rte, { keep: 'register' }) },
)

export type StudentFields = ValuesOf<typeof studentForm>
