import type { Migration } from '../../app/database/migration'

/** Version of a stop: the second of two concurrent saves is refused, as with routes, vehicles and runs. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE route_stops ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER fare_paise')
}
