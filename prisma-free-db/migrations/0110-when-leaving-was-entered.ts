import type { Migration } from '../../app/database/migration'

/**
 * left_entered_on: day (IST) on which the office entered that a student had left; retention counts from this day or
 * from left_on, whichever is later. Older rows get the day from the audit log if it still has the entry.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE students ADD COLUMN left_entered_on DATE NULL AFTER left_on')
  await run(`UPDATE students s JOIN (
      SELECT school_id, subject_id, DATE(MAX(created_at) + INTERVAL 330 MINUTE) AS day FROM audit_entries
      WHERE action = 'student.left' AND subject_kind = 'student' GROUP BY school_id, subject_id
    ) a ON a.school_id = s.school_id AND a.subject_id = s.id
    SET s.left_entered_on = a.day WHERE s.status = 'left'`)
}
