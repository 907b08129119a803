import { type Field, type Fields, field } from '~/kit/forms/fields'
import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
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
  language: withDefault(column.language),
  status: withDefault(column.oneOf(studentStatuses)),
  leftOn: kept('register', field.day('')),
  leftEnteredOn: kept('register', field.day('')),
  leavingReason: kept('register', orNull(column.text(200))),
  photoFileId: kept('photos', orNull(column.file)),
  passwordHash: kept('sign_in', orNull(column.text(200))),
  passwordChangedAt: kept('sign_in', orNull(column.instant)),
  activationRound: kept('nobody', withDefault(column.count)),
  firstPasswordKey: kept('sign_in', orNull(column.text(40))),
  version: withDefault(column.count),
  createdAt: withDefault(column.instant),
  updatedAt: withDefault(column.instant),
})

const part = { studentId: column.owner, schoolId: column.foreign, updatedAt: withDefault(column.instant) }
/** Makes fields nullable, because another section of the form, or an import, may create the row without them. */
const maybe = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, of]): [string, Field] => [name, { ...of, missing: null }]))
/** Text columns for choices: a new choice needs no schema change. */
const growing = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, kept('contact', orNull(column.text(40)))]))

const { father_name, mother_name, ...ofGuardians } = homes.guardians
const { address, ...ofAddresses } = homes.student_addresses

export const Guardian = table('guardians', {
  ...part,
  ...maybe(ofGuardians),
  ...(father_name && mother_name ? { father_name, mother_name } : {}),
  ...growing('father_occupation', 'mother_occupation', 'guardian_occupation'),
  ...Object.fromEntries(
    sealedFields.flatMap((name) => [
      [name, kept('aadhaar', orNull(column.text(200)))],
      [`${name}_end`, kept('aadhaar', orNull(column.code(4)))],
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
  studentId: column.foreign,
  field: kept('nobody', column.oneOf(changeableFields)),
  oldValue: kept('letters', column.text(120)),
  newValue: kept('letters', column.text(120)),
  note: kept('letters', orNull(column.text(changeNoteLength))),
  state: withDefault(column.oneOf(changeStates)),
  reason: kept('letters', orNull(column.text(rejectionLength))),
  decidedBy: orNull(column.foreign),
  decidedAt: orNull(column.instant),
  createdAt: withDefault(column.instant),
})

/** Correction of the General Register, with the authority that ordered it. Rows are never changed or deleted. */
export const RegisterCorrection = table('register_corrections', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: column.foreign,
  field: kept('register', column.oneOf(correctedThings)),
  oldValue: kept('register', column.text(correctedLength)),
  newValue: kept('register', column.text(correctedLength)),
  authority: kept('register', column.text(authorityLength)),
  orderNumber: kept('register', orNull(column.text(orderNumberLength))),
  orderedOn: kept('register', column.day),
  reason: kept('register', column.text(correctionReasonLength)),
  correctedOn: kept('register', column.day),
  correctedByName: kept('staff', column.text(120)),
  createdAt: withDefault(column.instant),
})
