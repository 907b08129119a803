import type { Migration } from '../../app/database/migration'

/**
 * suspended_at: time at which the operator suspended a school's portal, with the reason shown to its owners. Also
 * converts the migrations table, which older versions created on MySQL in the server's character set.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE schools ADD COLUMN suspended_at DATETIME(3) NULL AFTER refused_at,
    ADD COLUMN suspended_reason VARCHAR(300) NULL AFTER suspended_at`)
  await run('ALTER TABLE migrations CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
}
