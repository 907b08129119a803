import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/** Passkeys of staff in addition to app codes, and the challenge that a session has issued. */
export const up: Migration = async (run) => {
  // credential_id: at most 1,023 bytes by WebAuthn, unique among all accounts. public_key: COSE, as the passkey
  // returned it. transports: comma-separated. The second foreign key deletes passkeys together with the app codes, so
  // that there is always an alternative.
  await run(`CREATE TABLE passkeys (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) ${exact} NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    staff_user_id BIGINT UNSIGNED NOT NULL,
    credential_id VARBINARY(1023) NOT NULL,
    public_key VARBINARY(1024) NOT NULL,
    counter INT UNSIGNED NOT NULL,
    transports VARCHAR(60) ${exact} NOT NULL,
    name VARCHAR(60) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    last_used_at DATETIME(3) NULL,
    UNIQUE KEY passkeys_public_id (public_id),
    UNIQUE KEY passkeys_credential (credential_id),
    KEY passkeys_of_staff (school_id, staff_user_id),
    CONSTRAINT passkeys_staff FOREIGN KEY (school_id, staff_user_id) REFERENCES staff_users (school_id, id) ON DELETE CASCADE,
    CONSTRAINT passkeys_factor FOREIGN KEY (staff_user_id) REFERENCES staff_factors (staff_user_id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)
  await run(`ALTER TABLE sessions
    ADD COLUMN passkey_challenge CHAR(43) ${exact} NULL,
    ADD COLUMN passkey_asked_at DATETIME(3) NULL`)
}
