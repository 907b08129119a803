import { column, orNull, type RowOf, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { admissionForm } from './applicants/admission-fields.server'
import { admissionOrigins, admissionStates } from './applicants/admission-options'

const described = {
  ...thingColumns,
  formKey: column.text(60),
  origin: column.oneOf(admissionOrigins),
  state: withDefault(column.oneOf(admissionStates)),
  ...admissionForm.fields,
  language: column.language,
  classId: orNull(column.foreign),
  academicSessionId: orNull(column.foreign),
  passwordHash: orNull(column.text(200)),
  reason: orNull(column.text(200)),
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
