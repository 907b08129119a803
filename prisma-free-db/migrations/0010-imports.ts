import type { Migration } from '../../app/database/migration'

/** Imports of students, dues, payments and teachers, and opening dues. */
export const up: Migration = async (run) => {
  // Dues from before the school used the portal: importing a file again finds the row and adds nothing.
  await run(`ALTER TABLE dues MODIFY COLUMN kind ENUM('fee','hostel','transport','vehicle','order','opening') NOT NULL`)

  await run(`CREATE TABLE opening_dues (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    title VARCHAR(80) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY opening_dues_once (student_id, academic_session_id, name, title),
    CONSTRAINT opening_dues_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT opening_dues_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
  ) ENGINE=InnoDB`)

  // columns_chosen, sheet_columns: JSON text. stopped_because: a key of options.ts, with its subject in stopped_at.
  await run(`CREATE TABLE imports (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('students','teachers','opening_dues','paid_fees') NOT NULL,
    state ENUM('checking','columns','checked','running','done','failed') NOT NULL,
    file_id BIGINT UNSIGNED NULL,
    file_name VARCHAR(160) NOT NULL,
    academic_session_id BIGINT UNSIGNED NULL,
    makes_places TINYINT NOT NULL DEFAULT 0,
    section_capacity SMALLINT UNSIGNED NOT NULL DEFAULT 60,
    only_valid TINYINT NULL,
    sheet_columns TEXT NULL,
    columns_chosen TEXT NULL,
    notes TEXT NULL,
    total_rows INT UNSIGNED NOT NULL DEFAULT 0,
    rows_done INT UNSIGNED NOT NULL DEFAULT 0,
    new_rows INT UNSIGNED NOT NULL DEFAULT 0,
    changed_rows INT UNSIGNED NOT NULL DEFAULT 0,
    unchanged_rows INT UNSIGNED NOT NULL DEFAULT 0,
    rejected_rows INT UNSIGNED NOT NULL DEFAULT 0,
    stopped_because VARCHAR(40) CHARACTER SET ascii NULL,
    stopped_at VARCHAR(200) NULL,
    started_by BIGINT UNSIGNED NULL,
    started_by_name VARCHAR(120) NOT NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    finished_at DATETIME(3) NULL,
    UNIQUE KEY imports_public_id (public_id),
    UNIQUE KEY imports_form_key (school_id, form_key),
    UNIQUE KEY imports_in_school (school_id, id),
    KEY imports_by_time (school_id, created_at),
    CONSTRAINT imports_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT imports_file FOREIGN KEY (file_id) REFERENCES files (id),
    CONSTRAINT imports_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
  ) ENGINE=InnoDB`)

  // cells: the row's texts in the order of the kind's columns (JSON text), Aadhaar numbers encrypted.
  // problems: [column, message] pairs; changes: labels of the changed fields (both JSON text).
  await run(`CREATE TABLE import_rows (
    import_id BIGINT UNSIGNED NOT NULL,
    line INT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    outcome ENUM('new','changed','unchanged','rejected') NOT NULL,
    label VARCHAR(200) NOT NULL,
    cells TEXT NOT NULL,
    problems TEXT NULL,
    changes TEXT NULL,
    PRIMARY KEY (import_id, line),
    KEY import_rows_by_outcome (import_id, outcome, line),
    CONSTRAINT import_rows_import FOREIGN KEY (school_id, import_id) REFERENCES imports (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Locked while an import writes its rows: two imports of a school never mix.
  await run(`CREATE TABLE import_turns (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    CONSTRAINT import_turns_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
}
