import type { Migration } from '../../app/database/migration'

/**
 * Number that changes with every write to a school's rows of a table, for tables on pages that browsers cache (decision
 * 38). School 0 means all schools: the writer did not name one.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE table_versions (
    school_id BIGINT UNSIGNED NOT NULL,
    table_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    version BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (school_id, table_name)
  ) ENGINE=InnoDB`)
}
