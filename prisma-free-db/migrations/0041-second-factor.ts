import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/**
 * Second factor of staff: key for an authenticator app, recovery codes, and the roles for which a school requires it.
 */
export const up: Migration = async (run) => {
  await run("ALTER TABLE sessions MODIFY stage ENUM('full','choose-password','second-factor') NOT NULL")

  // totp_key is a sealed text; a key that no code has confirmed is not required at sign-in. last_step: time step of the
  // last accepted code, so that each code works once.
  await run(`CREATE TABLE staff_factors (
    staff_user_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    totp_key VARCHAR(200) ${exact} NOT NULL,
    last_step BIGINT NULL,
    created_at DATETIME(3) NOT NULL,
    confirmed_at DATETIME(3) NULL,
    CONSTRAINT staff_factors_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Used codes are deleted.
  await run(`CREATE TABLE recovery_codes (
    staff_user_id BIGINT UNSIGNED NOT NULL,
    code_hash CHAR(64) ${exact} NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (staff_user_id, code_hash),
    CONSTRAINT recovery_codes_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // Comma-separated roles, as FIND_IN_SET reads them.
  await run(
    `ALTER TABLE school_settings ADD COLUMN factor_roles VARCHAR(60) ${exact} NOT NULL DEFAULT '' AFTER activation_code_required`,
  )
  await run('ALTER TABLE staff_users ADD COLUMN factor_offer_closed_at DATETIME(3) NULL AFTER password_changed_at')
}
