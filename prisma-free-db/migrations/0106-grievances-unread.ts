import type { Migration } from '../../app/database/migration'

/**
 * is_unread: the office has answered or closed, and the writer has not opened it yet. Earlier entries count as read.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE grievances ADD COLUMN is_unread TINYINT(1) NOT NULL DEFAULT 0')
}
