import type { Migration } from '../../app/database/migration'

/** Version of the store settings, to detect concurrent saves. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE store_settings ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER gstin')
}
