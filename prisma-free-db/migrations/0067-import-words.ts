import type { Migration } from '../../app/database/migration'

/**
 * Remembers a school's answers for later imports: meaning of a value in a column, or, with an empty column_key, the
 * column key of a heading (empty: ignored). Also the sheets of a workbook and the selected one. Rejected rows keep all
 * columns of the file, which may exceed TEXT.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE import_words (
    school_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('students','teachers','opening_dues','paid_fees') NOT NULL,
    column_key VARCHAR(60) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    word VARCHAR(120) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    meaning VARCHAR(120) NOT NULL,
    PRIMARY KEY (school_id, kind, column_key, word),
    CONSTRAINT import_words_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
  await run(
    'ALTER TABLE imports ADD COLUMN sheets TEXT NULL AFTER sheet_columns, ADD COLUMN sheet INT UNSIGNED NOT NULL DEFAULT 0 AFTER sheets',
  )
  await run('ALTER TABLE import_rows MODIFY cells MEDIUMTEXT NOT NULL')
}
