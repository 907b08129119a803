import type { Migration } from '../../app/database/migration'

/** Adds guardians as a kind of import. */
export const up: Migration = async (run) => {
  for (const table of ['imports', 'import_words'])
    await run(
      `ALTER TABLE ${table} MODIFY COLUMN kind ENUM('students','teachers','opening_dues','paid_fees','guardians') NOT NULL`,
    )
}
