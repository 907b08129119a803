import {
  count,
  foreign,
  instant,
  oneOf,
  orNull,
  type RowOf,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import { admissionForm } from './applicants/admission-fields.server'
import { admissionOrigins, admissionStates } from './applicants/admission-options'

const described = {
  ...thingColumns,
  formKey: text(60),
  origin: oneOf(admissionOrigins),
  state: withDefault(oneOf(admissionStates)),
  ...admissionForm.fields,
  classId: orNull(foreign),
  academicSessionId: orNull(foreign),
  passwordHash: orNull(text(200)),
  reason: orNull(text(200)),
  decidedBy: orNull(foreign),
  decidedAt: orNull(instant),
  studentId: orNull(foreign),
  version: withDefault(count),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
}

/** Application for admission. `passwordHash` belongs to an online registration until the account takes it over. */
export const Admission = table('admissions', described)
export type AdmissionRow = RowOf<typeof described>
