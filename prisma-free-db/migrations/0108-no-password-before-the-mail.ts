import type { Migration } from '../../app/database/migration'

/**
 * The password of a new school is chosen after opening the mailed link; this version does not read the column. If an
 * older app opens a link during an upgrade, the account has no password, and "Forgot password" sets one.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE school_registrations MODIFY password_hash VARCHAR(200) NULL')
  await run('UPDATE school_registrations SET password_hash = NULL')
}
