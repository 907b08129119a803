import type { Migration } from '../../app/database/migration'

export const up: Migration = async (run) => {
  await run(`CREATE TABLE academic_sessions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(20) NOT NULL,
    starts_on DATE NOT NULL,
    ends_on DATE NOT NULL,
    is_current TINYINT NOT NULL DEFAULT 0,
    current_mark TINYINT GENERATED ALWAYS AS (IF(is_current = 1,1,NULL)) VIRTUAL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY academic_sessions_public_id (public_id),
    UNIQUE KEY academic_sessions_name (school_id, name),
    UNIQUE KEY academic_sessions_one_current (school_id, current_mark),
    UNIQUE KEY academic_sessions_in_school (school_id, id),
    CONSTRAINT academic_sessions_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT academic_sessions_order CHECK (starts_on < ends_on)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE classes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(40) NOT NULL,
    position SMALLINT NOT NULL DEFAULT 0,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY classes_public_id (public_id),
    UNIQUE KEY classes_name (school_id, name),
    UNIQUE KEY classes_in_school (school_id, id),
    CONSTRAINT classes_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE sections (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(20) NOT NULL,
    capacity SMALLINT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY sections_public_id (public_id),
    UNIQUE KEY sections_name (class_id, name),
    UNIQUE KEY sections_in_class (school_id, class_id, id),
    CONSTRAINT sections_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
    CONSTRAINT sections_capacity CHECK (capacity BETWEEN 1 AND 500)
  ) ENGINE=InnoDB`)

  // One row per section and session with students: its count enforces the seat limit. The limit is copied here because
  // a CHECK cannot read another table.
  await run(`CREATE TABLE section_seats (
    section_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    taken SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    capacity SMALLINT UNSIGNED NOT NULL,
    PRIMARY KEY (section_id, academic_session_id),
    CONSTRAINT section_seats_section FOREIGN KEY (section_id) REFERENCES sections (id) ON DELETE CASCADE,
    CONSTRAINT section_seats_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id) ON DELETE CASCADE,
    CONSTRAINT section_seats_limit CHECK (taken <= capacity)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE enrollments (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    section_id BIGINT UNSIGNED NOT NULL,
    roll_number SMALLINT UNSIGNED NULL,
    enrolled_on DATE NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY enrollments_public_id (public_id),
    UNIQUE KEY enrollments_once_a_session (student_id, academic_session_id),
    UNIQUE KEY enrollments_roll_number (academic_session_id, section_id, roll_number),
    KEY enrollments_of_class (school_id, academic_session_id, class_id),
    CONSTRAINT enrollments_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT enrollments_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT enrollments_section FOREIGN KEY (school_id, class_id, section_id) REFERENCES sections (school_id, class_id, id)
  ) ENGINE=InnoDB`)
}
