import { type Field, type Fields, field } from '~/kit/forms/fields'
import {
  code,
  count,
  day,
  file,
  foreign,
  instant,
  oneOf,
  orNull,
  owner,
  table,
  text,
  thingColumns,
  withDefault,
} from '~/kit/tables/table.server'
import {
  changeableFields,
  changeNoteLength,
  changeStates,
  rejectionLength,
} from './change-requests/change-request-options'
import { sealedFields } from './describe/parent-fields.server'
import { homes } from './describe/sections.server'
import {
  authorityLength,
  correctedLength,
  correctedThings,
  correctionReasonLength,
  orderNumberLength,
} from './register/register-options'
import { studentStatuses } from './register/status-options'

/**
 * `passwordHash` is null until a password is chosen; until then the date of birth activates the account. `version`
 * counts the saves.
 */
export const Student = table('students', {
  ...thingColumns,
  ...homes.students,
  language: withDefault(oneOf(['en', 'hi', 'gu'])),
  status: withDefault(oneOf(studentStatuses)),
  leftOn: field.day(''),
  leftEnteredOn: field.day(''),
  leavingReason: orNull(text(200)),
  photoFileId: orNull(file),
  passwordHash: orNull(text(200)),
  passwordChangedAt: orNull(instant),
  activationRound: withDefault(count),
  firstPasswordKey: orNull(text(40)),
  version: withDefault(count),
  createdAt: withDefault(instant),
  updatedAt: withDefault(instant),
})

const part = { studentId: owner, schoolId: foreign, updatedAt: withDefault(instant) }
/** Makes fields nullable, because another section or an import may create the row without them. */
const maybe = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, of]): [string, Field] => [name, { ...of, missing: null }]))
/** Text columns for lists that may grow without a schema change. */
const growing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, orNull(text(40))]))

const { father_name, mother_name, ...ofGuardians } = homes.guardians
const { address, ...ofAddresses } = homes.student_addresses

export const Guardian = table('guardians', {
  ...part,
  ...maybe(ofGuardians),
  ...(father_name && mother_name ? { father_name, mother_name } : {}),
  ...growing('father_occupation', 'mother_occupation', 'guardian_occupation'),
  ...Object.fromEntries(
    sealedFields.flatMap((name) => [
      [name, orNull(text(200))],
      [`${name}_end`, orNull(code(4))],
    ]),
  ),
})
export const StudentAddress = table('student_addresses', { ...part, address, ...maybe(ofAddresses) })
export const AcademicInfo = table('academic_infos', { ...part, ...maybe(homes.academic_infos) })
export const AdditionalInfo = table('additional_infos', {
  ...part,
  ...maybe(homes.additional_infos),
  ...growing('travel_mode', 'staying_with'),
})

/** A student's change request; one per field may be pending. */
export const ChangeRequest = table('change_requests', {
  ...thingColumns,
  studentId: foreign,
  field: oneOf(changeableFields),
  oldValue: text(120),
  newValue: text(120),
  note: orNull(text(changeNoteLength)),
  state: withDefault(oneOf(changeStates)),
  reason: orNull(text(rejectionLength)),
  decidedBy: orNull(foreign),
  decidedAt: orNull(instant),
  createdAt: withDefault(instant),
})

/** Correction of the General Register, with the authority that ordered it. Rows are never changed or deleted. */
export const RegisterCorrection = table('register_corrections', {
  id: thingColumns.id,
  schoolId: foreign,
  studentId: foreign,
  field: oneOf(correctedThings),
  oldValue: text(correctedLength),
  newValue: text(correctedLength),
  authority: text(authorityLength),
  orderNumber: orNull(text(orderNumberLength)),
  orderedOn: day,
  reason: text(correctionReasonLength),
  correctedOn: day,
  correctedByName: text(120),
  createdAt: withDefault(instant),
})
