import type { Migration } from '../../app/database/migration'

/**
 * What the saves of the last day changed in a student's sections, so that whoever saves an older page is shown who changed
 * what. Nothing secret is written here, and each save removes what is older than a day.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE student_changes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    version INT UNSIGNED NOT NULL,
    field VARCHAR(40) NOT NULL,
    old_value VARCHAR(300) NULL,
    new_value VARCHAR(300) NULL,
    changed_by VARCHAR(120) NOT NULL,
    changed_at DATETIME(3) NOT NULL,
    KEY student_changes_of (school_id, student_id, version),
    CONSTRAINT student_changes_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
