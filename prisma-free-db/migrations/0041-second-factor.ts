import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/** The second factor of staff: a key for an authenticator app, recovery codes, and for which roles a school demands it. */
export const up: Migration = async (run) => {
  await run("ALTER TABLE sessions MODIFY stage ENUM('full','choose-password','second-factor') NOT NULL")

  // totp_key is a sealed text; a row whose key was never confirmed by a code asks nothing of anybody. last_step: the time step of
  // the last code taken, so that each code opens once.
  await run(`CREATE TABLE staff_factors (
    staff_user_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    totp_key VARCHAR(200) ${exact} NOT NULL,
    last_step BIGINT NULL,
    created_at DATETIME(3) NOT NULL,
    confirmed_at DATETIME(3) NULL,
    CONSTRAINT staff_factors_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // A code that was used is gone.
  await run(`CREATE TABLE recovery_codes (
    staff_user_id BIGINT UNSIGNED NOT NULL,
    code_hash CHAR(64) ${exact} NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (staff_user_id, code_hash),
    CONSTRAINT recovery_codes_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Roles with commas between them, as FIND_IN_SET reads them.
  await run(
    `ALTER TABLE school_settings ADD COLUMN factor_roles VARCHAR(60) ${exact} NOT NULL DEFAULT '' AFTER activation_code_required`,
  )
  await run('ALTER TABLE staff_users ADD COLUMN factor_offer_closed_at DATETIME(3) NULL AFTER password_changed_at')
}
