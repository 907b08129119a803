import { day, foreign, instant, orNull, table, text, thingColumns, tick, withDefault } from '~/kit/tables/table.server'
import { admissionNumberLength, lastSchoolLength } from '~/models/people/students/options'
import { leavingReasonLength } from '~/models/people/students/register/status-options'

/**
 * Period at the school that ended before the student returned. `isOwnEntry`: it keeps its number, and the student has a
 * new one.
 */
export const RegisterPeriod = table('register_periods', {
  id: thingColumns.id,
  schoolId: foreign,
  studentId: foreign,
  admissionNumber: text(admissionNumberLength),
  isOwnEntry: tick,
  previousSchool: orNull(text(lastSchoolLength)),
  admittedOn: orNull(day),
  admissionClass: orNull(text(40)),
  leftOn: day,
  leavingClass: orNull(text(40)),
  leavingReason: orNull(text(leavingReasonLength)),
  certificateId: orNull(foreign),
  returnedOn: day,
  returnedClass: orNull(text(40)),
  createdAt: withDefault(instant),
})
