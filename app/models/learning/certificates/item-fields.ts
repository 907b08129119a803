import { field, form } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { filledLength } from './options'

const name = (label: () => string) => field.line(label, 120)
const short = (label: () => string) => field.line(label, 120)
const long = (label: () => string) => field.lines(label, 300, { control: { rows: 2 } })

/** All items of transfer and leaving certificates; the school's kind selects and orders them. */
export const itemsForm = form(
  'certificate',
  { name: name(m.certificates_item_name) },
  { motherName: name(m.certificates_item_mother_name), fatherName: name(m.certificates_item_father_name) },
  { birthDate: field.day(m.certificates_item_birth_date), birthPlace: short(m.certificates_item_birth_place) },
  { birthProof: short(m.certificates_item_birth_proof) },
  { nationality: short(m.certificates_item_nationality), religion: short(m.certificates_item_religion) },
  { category: short(m.certificates_item_category), caste: short(m.certificates_item_caste) },
  { firstAdmission: short(m.certificates_item_first_admission) },
  { admittedOn: field.day(m.certificates_item_admitted_on) },
  { lastSchool: field.line(m.certificates_item_last_school, 200) },
  { lastClass: short(m.certificates_item_last_class), classSince: short(m.certificates_item_class_since) },
  { lastExam: field.line(m.certificates_item_last_exam, 200) },
  { failed: short(m.certificates_item_failed) },
  // Long enough for a class with many subjects.
  { subjects: field.lines(m.certificates_item_subjects, 600, { control: { rows: 2 } }) },
  { promotion: short(m.certificates_item_promotion) },
  { workingDays: short(m.certificates_item_working_days), presentDays: short(m.certificates_item_present_days) },
  { duesPaidUpTo: short(m.certificates_item_dues_paid_up_to) },
  { concession: short(m.certificates_item_concession) },
  { cadets: short(m.certificates_item_cadets) },
  { schoolType: short(m.certificates_item_school_type) },
  { games: long(m.certificates_item_games) },
  { progress: short(m.certificates_item_progress), conduct: short(m.certificates_item_conduct) },
  { appliedOn: field.day(m.certificates_item_applied_on) },
  { struckOffOn: field.day(m.certificates_item_struck_off_on), leftOn: field.day(m.certificates_item_left_on) },
  { reason: field.line(m.certificates_item_reason, 200) },
  { remarks: long(m.certificates_item_remarks) },
)

/** Letter as printed, with the student's data filled in. */
export const letterForm = form('certificate', {
  text: field.lines(m.certificates_letter_text, filledLength, {
    hint: '{today} is filled in with the day of issue',
    control: { rows: 10 },
  }),
})

/** Fields of a draft that may be corrected, for any kind. */
export const contentForm = {
  noun: 'certificate',
  fields: { ...itemsForm.fields, ...letterForm.fields },
  rows: [...itemsForm.rows, ...letterForm.rows],
} as const
