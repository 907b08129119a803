import type { Migration } from '../../app/database/migration'

/**
 * Corrections of the General Register: old value, new value, and the authority for the change. Rows are never changed
 * or deleted.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE register_corrections (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    field ENUM('name','date_of_birth','admission_number','admission_date') NOT NULL,
    old_value VARCHAR(130) NOT NULL,
    new_value VARCHAR(130) NOT NULL,
    authority VARCHAR(120) NOT NULL,
    order_number VARCHAR(60) NULL,
    ordered_on DATE NOT NULL,
    reason VARCHAR(200) NOT NULL,
    corrected_on DATE NOT NULL,
    corrected_by_name VARCHAR(120) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY register_corrections_of_student (school_id, student_id, id),
    CONSTRAINT register_corrections_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
