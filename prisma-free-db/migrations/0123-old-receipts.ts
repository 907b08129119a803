import type { Migration } from '../../app/database/migration'

/** keeps_receipts: imported payments keep their old receipts, and the portal issues none for them. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE imports ADD COLUMN keeps_receipts TINYINT NOT NULL DEFAULT 0 AFTER section_capacity')
}
