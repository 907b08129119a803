import type { Migration } from '../../app/database/migration'

/**
 * Widens three JSON lists: headings and samples of 200 columns in Gujarati (three bytes a letter) exceed TEXT's 65,535
 * bytes.
 */
export const up: Migration = async (run) => {
  await run(
    'ALTER TABLE imports MODIFY COLUMN sheet_columns MEDIUMTEXT NULL, MODIFY COLUMN sheets MEDIUMTEXT NULL, MODIFY COLUMN notes MEDIUMTEXT NULL',
  )
}
