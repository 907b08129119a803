import type { Migration } from '../../app/database/migration'

/** What a file's columns, sheets and notes say in Gujarati takes more bytes than TEXT holds: 200 columns of a heading with samples do. */
export const up: Migration = async (run) => {
  await run(
    'ALTER TABLE imports MODIFY COLUMN sheet_columns MEDIUMTEXT NULL, MODIFY COLUMN sheets MEDIUMTEXT NULL, MODIFY COLUMN notes MEDIUMTEXT NULL',
  )
}
