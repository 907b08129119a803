import { flag, number, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'

type School = Pick<SchoolScope, 'schoolId'>

/**
 * Whether a student stands in the General Register, so that name and birth date are corrected by order and not edited (decision 44): from the
 * admission number on, or from the first transfer or leaving certificate that was issued, also one that was cancelled since.
 * @param student the student's alias in the statement
 */
export const onRegisterSql = (student: 's' | 'students') =>
  `(EXISTS (SELECT 1 FROM academic_infos ri WHERE ri.student_id = ${student}.id AND ri.admission_number IS NOT NULL)
    OR EXISTS (SELECT 1 FROM certificates rx JOIN certificate_kinds rk ON rk.id = rx.kind_id
      WHERE rx.school_id = ${student}.school_id AND rx.student_id = ${student}.id AND rx.state IN ('issued','cancelled')
        AND rk.base IN ('transfer','leaving')))`

const columns = { isOnRegister: flag(onRegisterSql('s')) }

/** The same of one student of the school; false where the school has no such student. */
export async function isOnRegister({ schoolId }: School, studentId: number): Promise<boolean> {
  const row = await selectRow(columns, 'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId', {
    schoolId,
    studentId,
  })
  return row?.isOnRegister ?? false
}

/** Whether a closed entry of the register has this admission number: its student came back under another one, and nobody gets it again. */
export async function isClosedNumber({ schoolId }: School, admissionNumber: string): Promise<boolean> {
  const found = await selectRow(
    { id: number('p.id') },
    'FROM register_periods p WHERE p.school_id = :schoolId AND p.is_own_entry = 1 AND p.admission_number = :admissionNumber LIMIT 1',
    { schoolId, admissionNumber },
  )
  return found !== null
}
