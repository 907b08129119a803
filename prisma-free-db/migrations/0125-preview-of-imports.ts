import type { Migration } from '../../app/database/migration'

/**
 * shown: JSON text of what a row stores: [label, value, text of the file, value before]. doubt: the kind of an unlikely
 * value that the user must confirm; doubts: the reasons, in the same format as problems. file_cells: an accepted row's
 * texts in the file, without Aadhaar numbers, if they differ from the texts read. preview: JSON text of the check's
 * counts and sums, and the number of rows with unlikely values by kind of doubt.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE import_rows ADD COLUMN shown MEDIUMTEXT NULL,
    ADD COLUMN doubt VARCHAR(20) COLLATE utf8mb4_bin NULL, ADD COLUMN doubts TEXT NULL,
    ADD COLUMN file_cells MEDIUMTEXT NULL, ADD KEY import_rows_by_doubt (import_id, doubt, line)`)
  await run('ALTER TABLE imports ADD COLUMN preview MEDIUMTEXT NULL AFTER notes')
}
