import type { Migration } from '../../app/database/migration'

/** Version of a school's settings, to detect concurrent saves. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE schools ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER longitude')
}
