import { flag, number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/core/shared/scope.server'

type School = Pick<SchoolScope, 'schoolId'>

/**
 * SQL condition: the student is on the General Register, so that name and date of birth need a correction by order
 * (decision 44). A student is on it once an admission number was assigned or a transfer or leaving certificate was
 * issued, even if the certificate was cancelled later.
 * @param student alias of the student in the statement
 */
export const onRegisterSql = (student: 's' | 'students') =>
  `(EXISTS (SELECT 1 FROM academic_infos ri WHERE ri.student_id = ${student}.id AND ri.admission_number IS NOT NULL)
    OR EXISTS (SELECT 1 FROM certificates rx JOIN certificate_kinds rk ON rk.id = rx.kind_id
      WHERE rx.school_id = ${student}.school_id AND rx.student_id = ${student}.id AND rx.state IN ('issued','cancelled')
        AND rk.base IN ('transfer','leaving')))`

const columns = { isOnRegister: flag(onRegisterSql('s')) }

/** Returns whether a student is on the register; false for an unknown student. */
export async function isOnRegister({ schoolId }: School, studentId: number): Promise<boolean> {
  const row = await selectRow(columns, 'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId', {
    schoolId,
    studentId,
  })
  return row?.isOnRegister ?? false
}

/**
 * Returns whether a closed entry has this admission number: its student returned under another one, and the number is
 * never reused.
 */
export async function isClosedNumber({ schoolId }: School, admissionNumber: string): Promise<boolean> {
  const period = await selectRow(
    { id: number('p.id') },
    'FROM register_periods p WHERE p.school_id = :schoolId AND p.is_own_entry = 1 AND p.admission_number = :admissionNumber LIMIT 1',
    { schoolId, admissionNumber },
  )
  return period !== null
}
