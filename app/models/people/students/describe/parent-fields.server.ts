import { box, type Fields, field, form, keptAs } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import type { Words } from '~/models/core/shared/words'
import { isAadhaar } from '../rules'
import { personName } from './person-fields'
import { mobileNumber, parentNameLength } from './student-fields.server'

export const persons = ['father', 'mother', 'guardian'] as const
export type Person = (typeof persons)[number]

const occupation = field.choice(
  m.students_occupation,
  {
    'Government Employee': m.students_work_government,
    'Private Employee': m.students_work_private,
    'Business Owner': m.students_work_business,
    Farmer: m.students_work_farmer,
    Teacher: m.students_work_teacher,
    Doctor: m.students_work_doctor,
    Engineer: m.students_work_engineer,
    Lawyer: m.students_work_lawyer,
    Police: m.students_work_police,
    'Armed Forces': m.students_work_armed_forces,
    Banker: m.students_work_banker,
    Accountant: m.students_work_accountant,
    Shopkeeper: m.students_work_shopkeeper,
    Driver: m.students_work_driver,
    Electrician: m.students_work_electrician,
    Carpenter: m.students_work_carpenter,
    Tailor: m.students_work_tailor,
    'Skilled Worker': m.students_work_skilled,
    'Daily Wage Worker': m.students_work_daily_wage,
    Homemaker: m.students_work_homemaker,
    'Self Employed': m.students_work_self_employed,
    Retired: m.students_work_retired,
    Unemployed: m.students_work_unemployed,
    Unknown: m.students_work_unknown,
    Other: m.students_work_other,
  },
  { invalid: m.students_occupation_invalid },
)

const relation = field.choice(
  m.students_guardian_relation,
  {
    Uncle: m.students_relation_uncle,
    Aunt: m.students_relation_aunt,
    Grandfather: m.students_relation_grandfather,
    Grandmother: m.students_relation_grandmother,
    Brother: m.students_relation_brother,
    Sister: m.students_relation_sister,
    Neighbor: m.students_relation_neighbor,
    NGO: m.students_relation_ngo,
    Other: m.students_relation_other,
  },
  { invalid: m.students_relation_invalid },
)

/** Aadhaar number; spaces and hyphens are removed. It is never sent back to the browser; a blank field keeps it. */
const aadhaar = field.line(m.students_aadhar, 14, {
  repair: (input) => input.replace(/[\s-]/g, ''),
  pattern: { looks: { test: isAadhaar }, words: m.students_aadhar_invalid },
  hint: m.students_aadhar_hint,
  control: { inputMode: 'numeric', autoComplete: 'off' },
  keep: 'aadhaar',
})

const personBox = (who: Person, words: { title: Words; hint?: Words }, name: Fields[string], more: Fields = {}) =>
  box(
    words,
    keptAs('contact', { [`${who}_name`]: name, ...more, [`${who}_occupation`]: occupation }),
    { [`${who}_mobile`]: mobileNumber(m.students_mobile_number), [`${who}_aadhar`]: aadhaar },
    keptAs('contact', {
      [`${who}_education`]: field.line(m.students_education, 80),
      [`${who}_income`]: field.line(m.students_income, 40),
    }),
  )

/**
 * Parent/Guardian Information (student specification, section 5): father, mother and, if another person looks after the
 * student, the guardian.
 */
export const parentForm = form(
  'parent',
  personBox(
    'father',
    { title: m.students_father },
    personName(m.students_father_name, parentNameLength, m.students_father_required),
  ),
  personBox(
    'mother',
    { title: m.students_mother },
    personName(m.students_mother_name, parentNameLength, m.students_mother_required),
  ),
  personBox(
    'guardian',
    { title: m.students_guardian, hint: m.students_guardian_hint },
    field.line(m.students_guardian_name, parentNameLength),
    { guardian_relation: relation },
  ),
)

/** Fields stored encrypted and never sent to the browser, which only gets the last digits, `…_end`. */
export const sealedFields = persons.map((who) => `${who}_aadhar` as const)
