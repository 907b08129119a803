import type { Migration } from '../../app/database/migration'

/** Versions of vehicle documents and tariffs, to detect concurrent saves. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE vehicle_documents ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1')
  await run('ALTER TABLE tariffs ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1')
}
