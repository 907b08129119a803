import type { Migration } from '../../app/database/migration'

/**
 * Changes to a student's sections in the last day, to show the user of an outdated page who changed what. Contains no
 * secrets; each save deletes rows older than a day.
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
