import type { Migration } from '../../app/database/migration'

/**
 * Deleting a mistaken enrollment also deletes its leave applications; attendance and marks still prevent the deletion.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE leave_applications DROP FOREIGN KEY leave_applications_enrollment')
  await run(`ALTER TABLE leave_applications ADD CONSTRAINT leave_applications_enrollment
    FOREIGN KEY (school_id, student_id, enrollment_id) REFERENCES enrollments (school_id, student_id, id) ON DELETE CASCADE`)
}
