import type { Migration } from '../../app/database/migration'

/** How often a school's settings were saved: who saves second is told. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE schools ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER longitude')
}
