import type { Migration } from '../../app/database/migration'

/** Which save of it a document of a vehicle and a tariff are, so that who saves second learns of the first. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE vehicle_documents ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1')
  await run('ALTER TABLE tariffs ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1')
}
