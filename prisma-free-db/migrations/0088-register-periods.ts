import type { Migration } from '../../app/database/migration'

/**
 * General Register of readmitted students: each earlier, ended period at the school, and the school's rule for
 * readmission: resume the old admission number (CBSE) or make a new entry.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE certificate_settings
    ADD COLUMN return_rule ENUM('resume','new_entry') NOT NULL DEFAULT 'resume' AFTER answer_days`)

  // is_own_entry: the number belongs to this period only; the student returned under another number.
  await run(`CREATE TABLE register_periods (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    admission_number VARCHAR(30) NOT NULL,
    is_own_entry TINYINT NOT NULL,
    previous_school VARCHAR(160) NULL,
    admitted_on DATE NULL,
    admission_class VARCHAR(40) NULL,
    left_on DATE NOT NULL,
    leaving_class VARCHAR(40) NULL,
    leaving_reason VARCHAR(200) NULL,
    certificate_id BIGINT UNSIGNED NULL,
    returned_on DATE NOT NULL,
    returned_class VARCHAR(40) NULL,
    created_at DATETIME(3) NOT NULL,
    KEY register_periods_of_student (school_id, student_id, id),
    KEY register_periods_entries (school_id, is_own_entry, admission_number),
    CONSTRAINT register_periods_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT register_periods_certificate FOREIGN KEY (certificate_id) REFERENCES certificates (id)
  ) ENGINE=InnoDB`)
}
