/**
 * SQL: the notice or event `row` (an alias) is addressed to the student `:studentId`, by name or by the place of the current
 * session. Needs `:schoolId` and `:studentId`.
 */
export function addressedToSql(row: string): string {
  const here = `SELECT 1 FROM enrollments ae JOIN academic_sessions aa ON aa.id = ae.academic_session_id AND aa.is_current = 1
    WHERE ae.school_id = :schoolId AND ae.student_id = :studentId AND ae.status = 'studying'`
  return `(${row}.audience = 'school' OR (${row}.audience = 'student' AND ${row}.student_id = :studentId)
    OR (${row}.audience = 'class' AND EXISTS (${here} AND ae.class_id = ${row}.class_id))
    OR (${row}.audience = 'section' AND EXISTS (${here} AND ae.section_id = ${row}.section_id)))`
}
