import type { Migration } from '../../app/database/migration'

/** Backups of this installation, for the status page's time of the last one. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE backups (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    made_at DATETIME(3) NOT NULL,
    file_name VARCHAR(60) NOT NULL,
    size_bytes BIGINT UNSIGNED NOT NULL,
    KEY backups_by_time (made_at)
  ) ENGINE=InnoDB`)
}
