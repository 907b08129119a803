import type { Migration } from '../../app/database/migration'

/**
 * Retention of personal data (decision 51): the school's own years by class, removal runs with the people they
 * affected, and students exempt from removal for now.
 */
export const up: Migration = async (run) => {
  // class_key: from field-classes.ts. A class without a row has the default years.
  await run(`CREATE TABLE retention_years (
    school_id BIGINT UNSIGNED NOT NULL,
    class_key VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
    years SMALLINT UNSIGNED NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    PRIMARY KEY (school_id, class_key),
    CONSTRAINT retention_years_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // plan: last day of leaving or decision by class, at the time of the request (JSON text).
  await run(`CREATE TABLE retention_runs (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    state ENUM('asked','running','done','withdrawn') NOT NULL,
    plan TEXT NOT NULL,
    asked_by BIGINT UNSIGNED NOT NULL,
    asked_by_name VARCHAR(120) NOT NULL,
    asked_at DATETIME(3) NOT NULL,
    confirmed_by BIGINT UNSIGNED NULL,
    confirmed_by_name VARCHAR(120) NULL,
    confirmed_at DATETIME(3) NULL,
    finished_at DATETIME(3) NULL,
    is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('asked','running'), 1, NULL)) STORED,
    UNIQUE KEY retention_runs_public_id (public_id),
    UNIQUE KEY retention_runs_open (school_id, is_open),
    UNIQUE KEY retention_runs_of_school (school_id, id),
    CONSTRAINT retention_runs_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT retention_runs_asked FOREIGN KEY (school_id, asked_by) REFERENCES staff_users (school_id, id),
    CONSTRAINT retention_runs_confirmed FOREIGN KEY (school_id, confirmed_by) REFERENCES staff_users (school_id, id)
  ) ENGINE=InnoDB`)

  // One row per class and student, or rejected admission: never the removed data.
  await run(`CREATE TABLE retention_removals (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    run_id BIGINT UNSIGNED NOT NULL,
    class_key VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    admission_id BIGINT UNSIGNED NULL,
    removed_on DATE NOT NULL,
    UNIQUE KEY retention_removals_student (school_id, student_id, class_key),
    UNIQUE KEY retention_removals_admission (school_id, admission_id, class_key),
    KEY retention_removals_of_run (school_id, run_id, class_key),
    CONSTRAINT retention_removals_run FOREIGN KEY (school_id, run_id) REFERENCES retention_runs (school_id, id),
    CONSTRAINT retention_removals_of_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT retention_removals_of_admission FOREIGN KEY (admission_id) REFERENCES admissions (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE retention_holds (
    student_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    reason VARCHAR(200) NOT NULL,
    held_by_name VARCHAR(120) NOT NULL,
    held_on DATE NOT NULL,
    CONSTRAINT retention_holds_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
