import type { Migration } from '../../app/database/migration'

/**
 * The password of a new school is chosen behind the mailed link. Nothing reads this column; an app of an older version still fills it, and its links
 * ask for a password as all do.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE school_registrations MODIFY password_hash VARCHAR(200) NULL')
  await run('UPDATE school_registrations SET password_hash = NULL')
}
