import { column, kept, orNull, table, thingColumns, withDefault } from '~/kit/tables/table.server'
import { admissionNumberLength, lastSchoolLength } from '~/models/people/students/options'
import { leavingReasonLength } from '~/models/people/students/register/status-options'

/**
 * A student's time at the school before leaving and returning. `isOwnEntry`: this period stays an entry of its own,
 * because the student returned under a new admission number.
 */
export const RegisterPeriod = table('register_periods', {
  id: thingColumns.id,
  schoolId: column.foreign,
  studentId: column.foreign,
  admissionNumber: kept('register', column.text(admissionNumberLength)),
  isOwnEntry: kept('register', column.tick),
  previousSchool: kept('register', orNull(column.text(lastSchoolLength))),
  admittedOn: kept('register', orNull(column.day)),
  admissionClass: kept('register', orNull(column.text(40))),
  leftOn: kept('register', column.day),
  leavingClass: kept('register', orNull(column.text(40))),
  leavingReason: kept('register', orNull(column.text(leavingReasonLength))),
  certificateId: orNull(column.foreign),
  returnedOn: kept('register', column.day),
  returnedClass: kept('register', orNull(column.text(40))),
  createdAt: withDefault(column.instant),
})
