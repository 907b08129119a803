import { column, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { admissionNumberLength, lastSchoolLength } from '~/models/people/students/options'
import { leavingReasonLength } from '~/models/people/students/register/status-options'

/**
 * Period at the school that ended before the student returned. `isOwnEntry`: it keeps its number, and the student has a
 * new one.
 */
export const RegisterPeriod = table('register_periods', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: column.foreign,
  admissionNumber: column.text(admissionNumberLength),
  isOwnEntry: column.tick,
  previousSchool: orNull(column.text(lastSchoolLength)),
  admittedOn: orNull(column.day),
  admissionClass: orNull(column.text(40)),
  leftOn: column.day,
  leavingClass: orNull(column.text(40)),
  leavingReason: orNull(column.text(leavingReasonLength)),
  certificateId: orNull(column.foreign),
  returnedOn: column.day,
  returnedClass: orNull(column.text(40)),
  createdAt: withDefault(column.instant),
})
