import type { Migration } from '../../app/database/migration'

/** Adds files of marks to the history of imports, where they can be undone. */
export const up: Migration = async (run) => {
  for (const table of ['imports', 'import_words'])
    await run(
      `ALTER TABLE ${table} MODIFY COLUMN kind
         ENUM('students','guardians','teachers','attendance_months','opening_dues','paid_fees','marks') NOT NULL`,
    )
}
