import type { Migration } from '../../app/database/migration'

/** Version that detects concurrent changes of an application's remarks. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE hostel_applications ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER refund_remarks')
}
