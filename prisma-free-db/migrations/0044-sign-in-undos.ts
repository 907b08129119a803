import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/**
 * Links that undo a change of a student's sign-in names, one per mail to the previous address: the values to restore,
 * and the current values while only the student has changed them (NULL after a change by another person, which
 * invalidates the link).
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE sign_in_undos (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    token_hash CHAR(64) ${exact} NOT NULL,
    old_email VARCHAR(190) ${exact} NOT NULL,
    old_mobile CHAR(10) ${exact} NOT NULL,
    standing_email VARCHAR(190) ${exact} NULL,
    standing_mobile CHAR(10) ${exact} NULL,
    expires_at DATETIME(3) NOT NULL,
    used_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY sign_in_undos_token (token_hash),
    KEY sign_in_undos_of_student (school_id, student_id),
    KEY sign_in_undos_old (expires_at),
    CONSTRAINT sign_in_undos_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
  ) ENGINE=InnoDB`)
}
