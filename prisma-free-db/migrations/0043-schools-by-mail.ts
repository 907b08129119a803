import type { Migration } from '../../app/database/migration'

/** A school opens by a mailed link, and to the public by the operator's yes; the schools that are here have it. */
export const up: Migration = async (run) => {
  // Filled in and not opened yet: one for an address, so that a new form takes the place of the one before.
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
