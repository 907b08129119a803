import type { Migration } from '../../app/database/migration'

/**
 * Keeps data that retention has removed, sealed and restorable, for another thirty days (decision 57). No other part of
 * the portal reads it.
 */
export const up: Migration = async (run) => {
  // bundle: what is restored together: `student:12`, `admission:3`, `guardian:5`, `account:9`, `address:` and a keyed
  // digest. seal_number: random context of the seal (the row id is unknown before the insert). blocked: reason why the
  // worker could not restore the row.
  await run(`CREATE TABLE sealed_removals (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    run_id BIGINT UNSIGNED NOT NULL,
    class_key VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
    bundle VARCHAR(80) COLLATE utf8mb4_bin NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    seal_number BIGINT UNSIGNED NOT NULL,
    sealed MEDIUMTEXT COLLATE utf8mb4_bin NOT NULL,
    removed_on DATE NOT NULL,
    blocked ENUM('in-the-way','later-run','too-late','cannot-open') NULL,
    UNIQUE KEY sealed_removals_number (seal_number),
    KEY sealed_removals_bundle (school_id, bundle),
    KEY sealed_removals_of_run (school_id, run_id, bundle),
    KEY sealed_removals_student (school_id, student_id),
    KEY sealed_removals_day (removed_on),
    CONSTRAINT sealed_removals_run FOREIGN KEY (school_id, run_id) REFERENCES retention_runs (school_id, id)
  ) ENGINE=InnoDB`)

  // storage_key: key of the file before removal and after restoring. sealed_key NULL: the bytes are not sealed yet.
  // data_key: sealed key of these bytes only: without this row they cannot be opened.
  await run(`CREATE TABLE sealed_files (
    file_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    run_id BIGINT UNSIGNED NOT NULL,
    class_key VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
    storage_key VARCHAR(120) COLLATE utf8mb4_bin NOT NULL,
    sealed_key VARCHAR(120) COLLATE utf8mb4_bin NULL,
    data_key VARCHAR(200) COLLATE utf8mb4_bin NULL,
    size_bytes INT UNSIGNED NOT NULL,
    removed_on DATE NOT NULL,
    UNIQUE KEY sealed_files_storage_key (storage_key),
    UNIQUE KEY sealed_files_sealed_key (sealed_key),
    KEY sealed_files_of_run (school_id, run_id),
    KEY sealed_files_day (removed_on),
    CONSTRAINT sealed_files_run FOREIGN KEY (school_id, run_id) REFERENCES retention_runs (school_id, id)
  ) ENGINE=InnoDB`)

  // Request to restore a whole run; the restore of one student is recorded in the audit log.
  await run(`ALTER TABLE retention_runs
    ADD COLUMN restore_asked_at DATETIME(3) NULL AFTER finished_at,
    ADD COLUMN restore_by BIGINT UNSIGNED NULL AFTER restore_asked_at,
    ADD COLUMN restore_by_name VARCHAR(120) NULL AFTER restore_by,
    ADD COLUMN restore_reason VARCHAR(200) NULL AFTER restore_by_name,
    ADD COLUMN restored_at DATETIME(3) NULL AFTER restore_reason,
    ADD CONSTRAINT retention_runs_restored_by FOREIGN KEY (school_id, restore_by) REFERENCES staff_users (school_id, id)`)
}
