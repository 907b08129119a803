import { flag, selectRow } from '~/database/database.server'
import type { SchoolScope } from '~/models/shared/scope.server'

/**
 * Whether a student stands in the General Register, so that name and birth date are corrected by order and not edited (decision 44): from the
 * admission number on, or from the first transfer or leaving certificate that was issued.
 * @param student the student's alias in the statement
 */
export const onRegisterSql = (student: 's' | 'students') =>
  `(EXISTS (SELECT 1 FROM academic_infos ri WHERE ri.student_id = ${student}.id AND ri.admission_number IS NOT NULL)
    OR EXISTS (SELECT 1 FROM certificates rx JOIN certificate_kinds rk ON rk.id = rx.kind_id
      WHERE rx.school_id = ${student}.school_id AND rx.student_id = ${student}.id AND rx.state = 'issued'
        AND rk.base IN ('transfer','leaving')))`

const columns = { isOnRegister: flag(onRegisterSql('s')) }

/** The same of one student of the school; false where the school has no such student. */
export async function isOnRegister({ schoolId }: SchoolScope, studentId: number): Promise<boolean> {
  const row = await selectRow(columns, 'FROM students s WHERE s.school_id = :schoolId AND s.id = :studentId', {
    schoolId,
    studentId,
  })
  return row?.isOnRegister ?? false
}
