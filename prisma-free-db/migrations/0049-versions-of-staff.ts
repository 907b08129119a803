import type { Migration } from '../../app/database/migration'

/** A colleague's sign-in knows which save of it this is, so that the second of two owners learns of the first. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE staff_users ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER updated_at')
}
