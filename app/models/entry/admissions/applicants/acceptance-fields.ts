import { type Field, field, form, type ValuesOf } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { todayInIndia } from '~/models/core/shared/calendar'
import { type EnrollmentFields, enrollmentForm, enrollmentRefusals } from '~/models/people/academics/enrollment-fields'
import { admissionNumber, enrollmentNumber } from '~/models/people/students/describe/number-fields'
import { accountsSharingAName } from '~/models/people/students/options'

const { academicSession, section, rollNumber, enrolledOn } = enrollmentForm.fields
const maybeNumber: Field<string | null> = { ...admissionNumber, missing: null, hint: 'Optional.' }
const hint = 'The next free number; enter your own if you follow another series.'

export const acceptanceForm = form(
  'acceptance',
  { academicSession, section },
  { enrollment_number: { ...enrollmentNumber, hint }, rollNumber, enrolledOn },
  {
    admission_number: maybeNumber,
    admission_date: field.day(m.students_admission_date, {
      required: 'Admission date is required',
      pattern: {
        looks: { test: (day) => day <= todayInIndia(new Date()) },
        words: 'Enter a date as yyyy-mm-dd, today or earlier',
      },
    }),
  },
)
export type AcceptanceFields = Omit<ValuesOf<typeof acceptanceForm>, 'rollNumber'> &
  Pick<EnrollmentFields, 'rollNumber'>

const crowded = (contact: string) =>
  `${accountsSharingAName} students share this ${contact} already; edit the admission before you accept it`

export const acceptanceRefusals = {
  ...enrollmentRefusals,
  'enrollment-number-taken': { enrollment_number: 'Another student already has this enrollment number' },
  'admission-number-taken': { admission_number: 'Another student already has this admission number' },
  'email-crowded': crowded('e-mail'),
  'mobile-crowded': crowded('mobile number'),
}
