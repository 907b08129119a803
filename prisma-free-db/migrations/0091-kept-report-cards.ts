import type { Migration } from '../../app/database/migration'

/**
 * Keeps every report card that a family has received (decision 43): the definition and exams of each revision, and
 * withdrawn cards. Separate tables, so that queries for valid cards never find them.
 */
export const up: Migration = async (run) => {
  // definition: as in the scheme. exams: exams with their components (JSON text).
  await run(`CREATE TABLE report_scheme_revisions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    scheme_id BIGINT UNSIGNED NOT NULL,
    revision INT UNSIGNED NOT NULL,
    definition MEDIUMTEXT NOT NULL,
    exams MEDIUMTEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY report_scheme_revisions_once (scheme_id, revision),
    CONSTRAINT report_scheme_revisions_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE report_card_withdrawals (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    scheme_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    enrollment_id BIGINT UNSIGNED NOT NULL,
    term_key VARCHAR(4) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    revision INT UNSIGNED NOT NULL,
    card MEDIUMTEXT NOT NULL,
    issued_on DATE NOT NULL,
    reason VARCHAR(200) NOT NULL,
    withdrawn_on DATE NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY report_card_withdrawals_public_id (public_id),
    KEY report_card_withdrawals_of_term (scheme_id, term_key),
    CONSTRAINT report_card_withdrawals_scheme FOREIGN KEY (school_id, scheme_id) REFERENCES report_schemes (school_id, id),
    CONSTRAINT report_card_withdrawals_enrollment FOREIGN KEY (school_id, student_id, enrollment_id)
      REFERENCES enrollments (school_id, student_id, id)
  ) ENGINE=InnoDB`)
}
