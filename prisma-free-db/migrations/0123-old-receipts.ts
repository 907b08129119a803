import type { Migration } from '../../app/database/migration'

/** keeps_receipts: fees already paid keep their old receipts, and get none of the portal. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE imports ADD COLUMN keeps_receipts TINYINT NOT NULL DEFAULT 0 AFTER section_capacity')
}
