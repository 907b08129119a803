import type { Migration } from '../../app/database/migration'

/**
 * Guardian sign-in: sessions and reset links of accounts without a school, the child that a guardian has opened, and a
 * school's invitations.
 */
export const up: Migration = async (run) => {
  // opened_from: public id of the guardian's session that opened this student's pages. They stay open only as long as
  // that session.
  await run(`ALTER TABLE sessions
    DROP CONSTRAINT sessions_one_account,
    MODIFY school_id BIGINT UNSIGNED NULL,
    ADD COLUMN guardian_account_id BIGINT UNSIGNED NULL AFTER staff_user_id,
    ADD COLUMN opened_from CHAR(12) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL AFTER guardian_account_id,
    ADD KEY sessions_of_guardian (guardian_account_id),
    ADD CONSTRAINT sessions_guardian FOREIGN KEY (guardian_account_id) REFERENCES guardian_accounts (id) ON DELETE CASCADE,
    ADD CONSTRAINT sessions_one_account CHECK (
      (student_id IS NOT NULL) + (staff_user_id IS NOT NULL) + (guardian_account_id IS NOT NULL) = 1
      AND (guardian_account_id IS NULL) = (school_id IS NOT NULL)
      AND (opened_from IS NULL OR student_id IS NOT NULL))`)
  await run(`ALTER TABLE password_resets
    DROP CONSTRAINT password_resets_one_account,
    MODIFY school_id BIGINT UNSIGNED NULL,
    ADD COLUMN guardian_account_id BIGINT UNSIGNED NULL AFTER staff_user_id,
    ADD CONSTRAINT password_resets_guardian FOREIGN KEY (guardian_account_id) REFERENCES guardian_accounts (id) ON DELETE CASCADE,
    ADD CONSTRAINT password_resets_one_account CHECK (
      (student_id IS NOT NULL) + (staff_user_id IS NOT NULL) + (guardian_account_id IS NOT NULL) = 1
      AND (guardian_account_id IS NULL) = (school_id IS NOT NULL))`)

  // One per guardian: a newer invitation replaces it. Code and contact are keyed digests: a stolen backup activates
  // nothing.
  await run(`CREATE TABLE guardian_invitations (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    guardian_id BIGINT UNSIGNED NOT NULL,
    code_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
    contact_hash CHAR(64) COLLATE utf8mb4_bin NOT NULL,
    wrong_tries INT UNSIGNED NOT NULL DEFAULT 0,
    created_at DATETIME(3) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    used_at DATETIME(3) NULL,
    UNIQUE KEY guardian_invitations_code (code_hash),
    UNIQUE KEY guardian_invitations_guardian (school_id, guardian_id),
    CONSTRAINT guardian_invitations_guardian FOREIGN KEY (school_id, guardian_id)
      REFERENCES family_guardians (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)
}
