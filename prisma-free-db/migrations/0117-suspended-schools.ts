import type { Migration } from '../../app/database/migration'

/**
 * suspended_at: since when the operator has closed a school's portal, with the reason that its owners are told. The table of migrations is as old as the
 * database: on MySQL it was made in the server's character set before this version.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE schools ADD COLUMN suspended_at DATETIME(3) NULL AFTER refused_at,
    ADD COLUMN suspended_reason VARCHAR(300) NULL AFTER suspended_at`)
  await run('ALTER TABLE migrations CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci')
}
