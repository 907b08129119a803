import type { Migration } from '../../app/database/migration'

/** How often a school's store settings were saved: who saves second is told, as with all other forms. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE store_settings ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER gstin')
}
