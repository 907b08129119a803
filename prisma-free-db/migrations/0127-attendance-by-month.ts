import type { Migration } from '../../app/database/migration'

/**
 * Attendance of months before the school used the portal, which its office has only as sums. A month with days marked
 * one by one has no row here. attended_halves: attended half days, so that none is rounded; month_on: first day of the
 * month.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE attendance_months (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    month_on DATE NOT NULL,
    days_held TINYINT UNSIGNED NOT NULL,
    attended_halves TINYINT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY attendance_months_once (enrollment_id, month_on),
    KEY attendance_months_of_student (school_id, student_id, month_on),
    KEY attendance_months_counts (school_id, month_on, enrollment_id),
    CONSTRAINT attendance_months_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id),
    CONSTRAINT attendance_months_days CHECK (days_held BETWEEN 1 AND 31 AND attended_halves <= days_held * 2)
  ) ENGINE=InnoDB`)
  for (const table of ['imports', 'import_words'])
    await run(
      `ALTER TABLE ${table} MODIFY COLUMN kind
         ENUM('students','teachers','opening_dues','paid_fees','guardians','attendance_months') NOT NULL`,
    )
}
