import type { Migration } from '../../app/database/migration'

/** Whether a vehicle's run is offered: one that somebody has applied for is kept, and can be taken out of use. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE vehicle_routes ADD COLUMN is_active TINYINT NOT NULL DEFAULT 1 AFTER fee_paise')
}
