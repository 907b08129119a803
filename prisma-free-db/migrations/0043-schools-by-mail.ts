import type { Migration } from '../../app/database/migration'

/**
 * A school account opens by a mailed link and becomes public with the operator's approval; existing schools are
 * approved.
 */
export const up: Migration = async (run) => {
  // Registrations that are not opened yet: one per address; a new form replaces the previous one.
  await run(`CREATE TABLE school_registrations (
    email VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL PRIMARY KEY,
    token_hash CHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    name VARCHAR(120) NOT NULL,
    person VARCHAR(120) NOT NULL,
    phone VARCHAR(20) NOT NULL,
    address VARCHAR(300) NOT NULL,
    password_hash VARCHAR(200) NOT NULL,
    expires_at DATETIME(3) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY school_registrations_token (token_hash),
    KEY school_registrations_expiry (expires_at)
  ) ENGINE=InnoDB`)
  await run(`ALTER TABLE schools ADD COLUMN approved_at DATETIME(3) NULL, ADD COLUMN refused_at DATETIME(3) NULL`)
  await run('UPDATE schools SET approved_at = created_at')
}
