import type { Migration } from '../../app/database/migration'

/** Promotions of classes with time, user and the outcome of each student, as undoing needs them. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE promotions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    from_session_id BIGINT UNSIGNED NOT NULL,
    to_session_id BIGINT UNSIGNED NOT NULL,
    from_class_id BIGINT UNSIGNED NOT NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    made_by VARCHAR(120) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    undone_at DATETIME(3) NULL,
    undone_by VARCHAR(120) NULL,
    UNIQUE KEY promotions_public_id (public_id),
    UNIQUE KEY promotions_form_key (school_id, form_key),
    KEY promotions_by_time (school_id, created_at),
    CONSTRAINT promotions_from_session FOREIGN KEY (school_id, from_session_id) REFERENCES academic_sessions (school_id, id) ON DELETE CASCADE,
    CONSTRAINT promotions_to_session FOREIGN KEY (school_id, to_session_id) REFERENCES academic_sessions (school_id, id) ON DELETE CASCADE,
    CONSTRAINT promotions_class FOREIGN KEY (school_id, from_class_id) REFERENCES classes (school_id, id) ON DELETE CASCADE,
    CONSTRAINT promotions_forward CHECK (from_session_id <> to_session_id),
    CONSTRAINT promotions_undone CHECK ((undone_at IS NULL) = (undone_by IS NULL))
  ) ENGINE=InnoDB`)

  // The row stays without its enrollment when that is deleted as a mistake or undone. before_*: previous values of
  // students who left with the promotion.
  await run(`CREATE TABLE promotion_rows (
    promotion_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    from_enrollment_id BIGINT UNSIGNED NULL,
    to_enrollment_id BIGINT UNSIGNED NULL,
    outcome ENUM('promoted','stayed','left','completed') NOT NULL,
    before_status ENUM('active','inactive') NULL,
    before_version INT UNSIGNED NULL,
    before_updated_at DATETIME(3) NULL,
    PRIMARY KEY (promotion_id, student_id),
    KEY promotion_rows_from (from_enrollment_id),
    KEY promotion_rows_to (to_enrollment_id),
    CONSTRAINT promotion_rows_of FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE,
    CONSTRAINT promotion_rows_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT promotion_rows_from_enrollment FOREIGN KEY (from_enrollment_id) REFERENCES enrollments (id) ON DELETE SET NULL,
    CONSTRAINT promotion_rows_to_enrollment FOREIGN KEY (to_enrollment_id) REFERENCES enrollments (id) ON DELETE SET NULL
  ) ENGINE=InnoDB`)

  // Seat counts that a promotion created: undoing deletes only empty ones of these.
  await run(`CREATE TABLE promotion_seats (
    promotion_id BIGINT UNSIGNED NOT NULL,
    section_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (promotion_id, section_id),
    CONSTRAINT promotion_seats_of FOREIGN KEY (promotion_id) REFERENCES promotions (id) ON DELETE CASCADE,
    CONSTRAINT promotion_seats_section FOREIGN KEY (section_id) REFERENCES sections (id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)
}
