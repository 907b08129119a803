import type { Migration } from '../../app/database/migration'

/**
 * Sign-ins, refusals and downloads, separate from the audit log of changes. No foreign keys: an event outlives its
 * subject, and writing it never waits for the subject's row. `same_key` merges equal events of a minute into one row.
 */
export const up: Migration = async (run) => {
  const key = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'
  await run(`CREATE TABLE security_events (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    happened_at DATETIME(3) NOT NULL,
    times INT UNSIGNED NOT NULL DEFAULT 1,
    same_key BINARY(32) NOT NULL,
    kind VARCHAR(40) ${key} NOT NULL,
    school_id BIGINT UNSIGNED NULL,
    actor_kind VARCHAR(10) ${key} NOT NULL,
    actor_id BIGINT UNSIGNED NULL,
    subject_kind VARCHAR(10) ${key} NOT NULL,
    subject_id BIGINT UNSIGNED NULL,
    name_digest BINARY(32) NULL,
    address VARCHAR(45) ${key} NULL,
    request_id VARCHAR(40) ${key} NULL,
    device VARCHAR(60) NULL,
    details VARCHAR(2000) NOT NULL,
    UNIQUE KEY security_events_same (same_key),
    KEY security_events_by_school (school_id, happened_at),
    KEY security_events_by_actor (actor_kind, actor_id, happened_at),
    KEY security_events_by_time (happened_at)
  ) ENGINE=InnoDB`)
  // The operator's export reads all schools in chronological order.
  await run('ALTER TABLE audit_entries ADD KEY audit_by_time_of_all (created_at)')
}
