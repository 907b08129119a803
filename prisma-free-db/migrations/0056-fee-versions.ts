import type { Migration } from '../../app/database/migration'

/** How often a fee was saved: who saves second is told. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE fees ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER assigned_at')
}
