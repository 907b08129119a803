import type { Migration } from '../../app/database/migration'

/** Which backups of this installation were made, so that its status can say when the last one was. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE backups (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    made_at DATETIME(3) NOT NULL,
    file_name VARCHAR(60) NOT NULL,
    size_bytes BIGINT UNSIGNED NOT NULL,
    KEY backups_by_time (made_at)
  ) ENGINE=InnoDB`)
}
