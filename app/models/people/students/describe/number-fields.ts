import { field } from '~/kit/forms/fields'
import { m } from '~/language/paraglide/messages'
import { admissionNumberLength, enrollmentNumberLength } from '../options'

/** Fields for the numbers of a student, shared by all forms that assign one. */
export const enrollmentNumber = field.line(m.students_enrollment_number, enrollmentNumberLength, {
  required: m.students_enrollment_number_required,
  pattern: { looks: /^[\p{L}\p{N}][\p{L}\p{N}/._-]*$/u, words: m.students_enrollment_number_invalid },
  keep: 'register',
})
export const admissionNumber = field.line(m.students_admission_number, admissionNumberLength, {
  required: m.students_admission_number_required,
  keep: 'register',
})
