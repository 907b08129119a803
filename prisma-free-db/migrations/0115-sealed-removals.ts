import type { Migration } from '../../app/database/migration'

/**
 * What retention removed lies here for thirty days, sealed, and can be put back until then (decision 57). Nothing else of the portal reads it.
 */
export const up: Migration = async (run) => {
  // bundle: what is put back together, `student:12`, `admission:3`, `guardian:5`, `account:9`, `address:` and a keyed digest.
  // seal_number: drawn, and what the text is sealed for: its own number is not known before it is written.
  // blocked: why the worker could not put it back with the whole run.
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

  // storage_key: where the file lay, and lies again once it is put back. Until sealed_key is there its bytes are still to be sealed.
  // data_key: the key of these bytes alone, itself sealed: without this row they open nowhere.
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

  // Of a restore of the whole run; that of one student is in the audit log.
  await run(`ALTER TABLE retention_runs
    ADD COLUMN restore_asked_at DATETIME(3) NULL AFTER finished_at,
    ADD COLUMN restore_by BIGINT UNSIGNED NULL AFTER restore_asked_at,
    ADD COLUMN restore_by_name VARCHAR(120) NULL AFTER restore_by,
    ADD COLUMN restore_reason VARCHAR(200) NULL AFTER restore_by_name,
    ADD COLUMN restored_at DATETIME(3) NULL AFTER restore_reason,
    ADD CONSTRAINT retention_runs_restored_by FOREIGN KEY (school_id, restore_by) REFERENCES staff_users (school_id, id)`)
}
