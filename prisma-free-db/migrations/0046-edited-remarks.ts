import type { Migration } from '../../app/database/migration'

/** Two clerks who change the remarks of one application both learn of it. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE hostel_applications ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER refund_remarks')
}
