import type { Migration } from '../../app/database/migration'

/**
 * left_entered_on: the day (India) on which the office entered that a student had left, and from which data is kept at least as long as from the leaving
 * itself. What was entered before has the day of its entry in the audit log, where that still is.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE students ADD COLUMN left_entered_on DATE NULL AFTER left_on')
  await run(`UPDATE students s JOIN (
      SELECT school_id, subject_id, DATE(MAX(created_at) + INTERVAL 330 MINUTE) AS day FROM audit_entries
      WHERE action = 'student.left' AND subject_kind = 'student' GROUP BY school_id, subject_id
    ) a ON a.school_id = s.school_id AND a.subject_id = s.id
    SET s.left_entered_on = a.day WHERE s.status = 'left'`)
}
