import type { Migration } from '../../app/database/migration'

/** Overdue reminders per student and day: at most one a day, even if the office presses the button again. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE fee_reminders (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    reminded_on DATE NOT NULL,
    overdue_paise BIGINT NOT NULL,
    sent_by BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY fee_reminders_once_a_day (student_id, reminded_on),
    KEY fee_reminders_of_school (school_id, student_id, reminded_on),
    CONSTRAINT fee_reminders_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
