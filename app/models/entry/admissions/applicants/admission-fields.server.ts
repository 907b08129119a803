import { z } from 'zod'
import { box, type Field, field, form, type ValuesOf } from '~/kit/forms/fields'
import { schemaOf } from '~/kit/forms/form-schema.server'
import { languageWords } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import type { Words } from '~/models/core/shared/words'
import { withFirstPassword } from '~/models/people/accounts/passwords/first-password.server'
import { academicForm } from '~/models/people/students/describe/academic-fields.server'
import { studentForm } from '~/models/people/students/describe/student-fields.server'
import { fullName } from '~/models/people/students/rules'

const { first_name, last_name, one_name, father_name, mother_name, ...child } = studentForm.fields
const { previous_school, previous_class, previous_board } = academicForm.fields

const classWanted = (label: Words) => field.thing(label, { required: m.students_class_invalid, calledBy: 'className' })

/** Form of an admission entered by the office; child and parents have the same fields as those of a student. */
export const admissionForm = form(
  'admission',
  box(
    { title: 'Child' },
    { first_name, last_name },
    { one_name },
    { gender: child.gender, date_of_birth: child.date_of_birth, category: child.category },
    { rte: child.rte },
  ),
  box(
    { title: 'Seat applied for' },
    {
      class: classWanted('Class applied for'),
      academic_session: field.thing(m.students_academic_session, {
        required: m.students_session_invalid,
        calledBy: 'sessionName',
      }),
      medium: child.medium,
    },
  ),
  box(
    { title: 'Family' },
    { father_name, mother_name },
    {
      mobile_number: { ...child.mobile_number, hint: '10 digits. Used to sign in, like the e-mail.' },
      email: { ...child.email, hint: 'Optional; without it the answer cannot be mailed.' },
      language: field.choice('Language of letters', languageWords, {
        required: 'Select a valid language',
        hasNoEmptyOption: true,
        start: 'en',
      }),
    },
    { address: child.address },
  ),
  box(
    { title: 'Previous school' },
    { previous_school, previous_class, previous_board },
    { remarks: field.lines('Remarks', 300, { control: { rows: 2 } }) },
  ),
)

export const admissionSchema = schemaOf(admissionForm).and(
  z.object({ remove: z.array(z.string().max(120)).max(50).default([]) }),
)
export type AdmissionFields = ValuesOf<typeof admissionForm>

const completes = <Of extends Field>(formField: Of, autoComplete: string): Of => ({
  ...formField,
  control: { ...formField.control, autoComplete },
})

/** Form of an online registration; the e-mail is required, because the decision is mailed. */
export const registrationForm = form(
  'registration',
  { first_name },
  { last_name },
  { one_name },
  { date_of_birth: child.date_of_birth },
  { gender: child.gender },
  { category: child.category },
  { class: classWanted(m.admissions_class_wanted) },
  { father_name },
  { mother_name },
  { address: completes(child.address, 'street-address') },
  { mobile_number: { ...completes(child.mobile_number, 'tel-national'), hint: m.admissions_name_hint } },
  {
    email: {
      ...(completes(child.email, 'email') as Field<string>),
      missing: m.accounts_email_required,
      hint: m.admissions_name_hint,
    },
  },
)

export const registrationSchema = withFirstPassword(
  // Honeypot: the field `website` is invisible, so that only bots fill it in.
  schemaOf(registrationForm).and(z.object({ website: z.string().optional() })),
  'student',
  (readField) => ({
    names: [
      fullName({ firstName: readField('first_name'), lastName: readField('last_name') }),
      readField('father_name'),
      readField('mother_name'),
    ],
    phones: [readField('mobile_number')],
  }),
)
export type RegistrationFields = ValuesOf<typeof registrationForm> & { password: string }
