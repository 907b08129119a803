import type { Migration } from '../../app/database/migration'

/**
 * outgoing_holds: work of a school (0: the installation) held after a restore until the operator releases it. Restoring
 * an older backup creates this table, with the same SQL, before the migrations run. So the table may exist already, and
 * this migration then holds the jobs to which its rows apply. kept_numbers: last counter numbers of a removed school,
 * by public id.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE IF NOT EXISTS outgoing_holds (
    school_id BIGINT UNSIGNED NOT NULL,
    what ENUM('mail','message','refund','notice') NOT NULL,
    reason ENUM('restore','import') NOT NULL,
    since DATETIME(3) NOT NULL,
    PRIMARY KEY (school_id, what)
  ) ENGINE=InnoDB`)
  await run(`ALTER TABLE jobs
    MODIFY COLUMN state ENUM('waiting','running','done','failed','held') NOT NULL DEFAULT 'waiting',
    MODIFY COLUMN is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('waiting','running','held'),1,NULL)) VIRTUAL`)
  await run(`UPDATE jobs j JOIN outgoing_holds h ON h.school_id = j.turn_of AND h.what = CASE
      WHEN j.kind = 'send-mail' THEN 'mail' WHEN j.kind = 'send-message' THEN 'message' WHEN j.kind = 'send-refund' THEN 'refund'
      WHEN j.kind IN ('mail-notice', 'tell-notice', 'tell-results', 'tell-cards', 'tell-breach') THEN 'notice' END
    SET j.run_at = IF(j.state = 'running', UTC_TIMESTAMP(3), j.run_at), j.leased_by = NULL, j.leased_until = NULL, j.state = 'held'
    WHERE j.state IN ('waiting', 'running')`)
  await run(`CREATE TABLE kept_numbers (
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    counter VARCHAR(30) COLLATE utf8mb4_bin NOT NULL,
    named VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    last_number INT UNSIGNED NOT NULL,
    PRIMARY KEY (public_id, counter, named)
  ) ENGINE=InnoDB`)
}
