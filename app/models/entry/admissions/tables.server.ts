import {
  column,
  kept,
  keptTogether,
  orNull,
  type RowOf,
  table,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { admissionForm } from './applicants/admission-fields.server'
import { admissionOrigins, admissionStates } from './applicants/admission-options'

const {
  first_name,
  date_of_birth,
  medium,
  gender,
  category,
  language: _language,
  one_name: _oneName,
  ...others
} = admissionForm.fields

/**
 * Typed by an applicant: kept and removed with the admission, even if the same field of a student is in another field
 * class.
 */
const applicantColumns = {
  first_name: kept({ class: 'admissions', replacement: 'Removed' }, first_name),
  ...keptTogether('admissions', { date_of_birth, medium, ...others }),
  ...keptTogether({ class: 'admissions', replacement: 'Other' }, { gender, category }),
}

const described = {
  ...thingColumns,
  formKey: column.text(60),
  origin: kept('nobody', column.oneOf(admissionOrigins)),
  state: withDefault(column.oneOf(admissionStates)),
  ...applicantColumns,
  language: column.language,
  classId: orNull(column.foreign),
  academicSessionId: orNull(column.foreign),
  passwordHash: kept('admissions', orNull(column.text(200))),
  reason: kept({ class: 'admissions', replacement: 'emptyTextUnlessNull' }, orNull(column.text(200))),
  decidedBy: orNull(column.foreign),
  decidedAt: orNull(column.instant),
  studentId: orNull(column.foreign),
  version: withDefault(column.count),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
}

/** Application for admission. `passwordHash` belongs to an online registration until the account takes it over. */
export const Admission = table('admissions', described)
export type AdmissionRow = RowOf<typeof described>
