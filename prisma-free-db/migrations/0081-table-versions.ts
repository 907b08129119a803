import type { Migration } from '../../app/database/migration'

/**
 * A number that changes whenever a school's rows of a table are written, of tables that stand on pages which a browser keeps (decision 38).
 * School 0 stands for all of them: whoever wrote did not say for which one.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE table_versions (
    school_id BIGINT UNSIGNED NOT NULL,
    table_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    version BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (school_id, table_name)
  ) ENGINE=InnoDB`)
}
