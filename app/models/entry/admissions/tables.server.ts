import {
  count,
  foreign,
  given,
  instant,
  oneOf,
  orNull,
  type RowOf,
  table,
  text,
  thing,
} from '~/kit/tables/table.server'
import { admissionForm } from './applicants/admission-fields.server'
import { admissionOrigins, admissionStates } from './applicants/admission-options'

const described = {
  ...thing,
  formKey: text(60),
  origin: oneOf(admissionOrigins),
  state: given(oneOf(admissionStates)),
  ...admissionForm.fields,
  classId: orNull(foreign),
  academicSessionId: orNull(foreign),
  passwordHash: orNull(text(200)),
  reason: orNull(text(200)),
  decidedBy: orNull(foreign),
  decidedAt: orNull(instant),
  studentId: orNull(foreign),
  version: given(count),
  createdAt: given(instant),
  updatedAt: given(instant),
}

/** Application for admission. `passwordHash` belongs to an online registration until the account takes it over. */
export const Admission = table('admissions', described)
export type AdmissionRow = RowOf<typeof described>
