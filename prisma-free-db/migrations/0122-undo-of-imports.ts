import type { Migration } from '../../app/database/migration'

/** Lets an import be taken back for thirty days (decision 72), and tells a clerk that a file was imported before. */
export const up: Migration = async (run) => {
  // content_hash: digest of the file's bytes; NULL for files imported before this migration. undo_rest: the undo may
  // keep what cannot be undone and undo the rest. kept_rows, undo_kept: number of things that an undo kept, and JSON
  // text of the first of them with the reasons. undo_stopped: why the last undo changed nothing.
  await run(`ALTER TABLE imports
    MODIFY COLUMN state ENUM('checking','columns','checked','running','done','failed','undoing','undone') NOT NULL,
    ADD COLUMN content_hash CHAR(64) COLLATE utf8mb4_bin NULL AFTER file_name,
    ADD COLUMN undo_rest TINYINT NOT NULL DEFAULT 0 AFTER finished_at,
    ADD COLUMN undo_by BIGINT UNSIGNED NULL AFTER undo_rest,
    ADD COLUMN undo_by_name VARCHAR(120) NULL AFTER undo_by,
    ADD COLUMN undo_stopped VARCHAR(40) COLLATE utf8mb4_bin NULL AFTER undo_by_name,
    ADD COLUMN undone_at DATETIME(3) NULL AFTER undo_stopped,
    ADD COLUMN undone_rows INT UNSIGNED NOT NULL DEFAULT 0 AFTER undone_at,
    ADD COLUMN kept_rows INT UNSIGNED NOT NULL DEFAULT 0 AFTER undone_rows,
    ADD COLUMN undo_kept MEDIUMTEXT NULL AFTER kept_rows,
    ADD KEY imports_by_content (school_id, kind, content_hash)`)

  // The rows that an import created, and the values that it replaced, encrypted in several rows. seal_number: random
  // context of the seal (the row id is unknown before the insert).
  await run(`CREATE TABLE import_traces (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    import_id BIGINT UNSIGNED NOT NULL,
    seal_number BIGINT UNSIGNED NOT NULL,
    sealed MEDIUMTEXT COLLATE utf8mb4_bin NOT NULL,
    UNIQUE KEY import_traces_number (seal_number),
    KEY import_traces_of_import (school_id, import_id),
    CONSTRAINT import_traces_import FOREIGN KEY (school_id, import_id) REFERENCES imports (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // removed_at: set when a due must stay because cancelled receipts refer to it; a later file may create it again.
  await run('ALTER TABLE opening_dues ADD COLUMN removed_at DATETIME(3) NULL AFTER title')
}
