import type { Migration } from '../../app/database/migration'

/** Availability of a vehicle's run: a run with applications cannot be deleted, but can be withdrawn. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE vehicle_routes ADD COLUMN is_active TINYINT NOT NULL DEFAULT 1 AFTER fee_paise')
}
