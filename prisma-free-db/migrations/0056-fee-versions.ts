import type { Migration } from '../../app/database/migration'

/** Version of a fee, to detect concurrent saves. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE fees ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER assigned_at')
}
