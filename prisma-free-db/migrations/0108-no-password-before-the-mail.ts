import type { Migration } from '../../app/database/migration'

/**
 * A new school now chooses its password after opening the mailed link, so `password_hash` is not read any more. If an
 * older app opens a link during an upgrade, the account has no password, and "Forgot password" sets one.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE school_registrations MODIFY password_hash VARCHAR(200) NULL')
  await run('UPDATE school_registrations SET password_hash = NULL')
}
