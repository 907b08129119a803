import type { Migration } from '../../app/database/migration'

/** Version of a staff user, to detect concurrent saves by two owners. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE staff_users ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER updated_at')
}
