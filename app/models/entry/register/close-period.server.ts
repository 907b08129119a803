import { execute, selectRow, textOrNull } from '~/database/database.server'
import { numberKey } from '~/models/core/shared/numbering/numbering'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { isClosedNumber } from '~/models/people/students/register/on-register.server'
import { readPresent } from './entries.server'
import { RegisterPeriod } from './tables.server'

interface Return {
  /** `YYYY-MM-DD` */
  returnedOn: string
  /** Class of the returning student, if assigned to a section. */
  returnedClass: string | null
  /** New entry under this number, with the previous school; null to resume the old number. */
  newEntry: { number: string; lastSchool: string | null } | null
}

/**
 * Runs in the caller's transaction when a student returns, before the leaving date is cleared: stores the time from
 * admission to leaving as a past period of the register. A new number closes the entry and opens another one, admitted
 * on the day of return. Refuses `admission-number-taken` for the number of this entry or of any closed one; a number of
 * another student violates the unique key `academic_infos_admission_number`.
 */
export async function closePeriod(
  scope: SchoolScope,
  studentId: number,
  { returnedOn, returnedClass, newEntry }: Return,
) {
  const { schoolId } = scope
  const [present] = await readPresent(scope, [studentId])
  if (!present || present.leftOn === null) throw new Error('Only a period that has ended can be closed')
  const ownNumber = present.admissionNumber ?? present.enrollmentNumber
  if (
    newEntry &&
    (numberKey(newEntry.number) === numberKey(ownNumber) || (await isClosedNumber(scope, newEntry.number)))
  )
    return refused('admission-number-taken')
  const { previousSchool, admittedOn, admissionClass, leftOn, leavingClass, leavingReason, certificateId } = present
  await RegisterPeriod.create({
    schoolId,
    studentId,
    previousSchool,
    admittedOn,
    admissionClass,
    leftOn,
    leavingClass,
    leavingReason,
    returnedOn,
    returnedClass,
    isOwnEntry: newEntry !== null,
    admissionNumber: ownNumber,
    certificateId: certificateId === 0 ? null : certificateId,
  })
  if (newEntry === null) return done()
  const values = { schoolId, studentId, returnedOn, returnedClass, ...newEntry }
  await execute(
    `INSERT IGNORE INTO academic_infos (student_id, school_id, updated_at) VALUES (:studentId, :schoolId, UTC_TIMESTAMP(3))`,
    values,
  )
  await execute(
    `UPDATE academic_infos SET admission_number = :number, admission_date = :returnedOn, admission_class = :returnedClass,
       previous_school = :lastSchool, previous_school_address = NULL, previous_board = NULL, previous_class = NULL, previous_year = NULL,
       previous_result = NULL, updated_at = UTC_TIMESTAMP(3) WHERE school_id = :schoolId AND student_id = :studentId`,
    values,
  )
  return done()
}

/** Returns the day of the student's last return, `YYYY-MM-DD`, or null. */
export async function lastReturn({ schoolId }: SchoolScope, studentId: number): Promise<string | null> {
  const row = await selectRow(
    { returnedOn: textOrNull('MAX(p.returned_on)') },
    'FROM register_periods p WHERE p.school_id = :schoolId AND p.student_id = :studentId',
    { schoolId, studentId },
  )
  return row?.returnedOn ?? null
}
