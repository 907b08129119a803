import type { Migration } from '../../app/database/migration'

/**
 * Since when a school keeps of an Aadhaar number its last four digits only (decision 51); NULL: it keeps numbers, sealed. Schools that register
 * from now on begin so; those that are there choose, since what is made short cannot be made long again. A scan of a card that was removed
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
