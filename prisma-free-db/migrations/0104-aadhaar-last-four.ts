import type { Migration } from '../../app/database/migration'

/**
 * Time from which a school keeps only the last four digits of Aadhaar numbers (decision 51); NULL: full numbers,
 * sealed. New schools start with it; existing ones choose, because it cannot be reversed. A removed scan of a card
 * leaves a note.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE school_settings ADD COLUMN aadhaar_last_four_at DATETIME(3) NULL')
  await run(`CREATE TABLE removed_scans (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('aadhar_card','father_aadhar_doc','mother_aadhar_doc','guardian_aadhar_doc') NOT NULL,
    removed_on DATE NOT NULL,
    removed_by_name VARCHAR(120) NOT NULL,
    UNIQUE KEY removed_scans_once (school_id, student_id, kind),
    CONSTRAINT removed_scans_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
