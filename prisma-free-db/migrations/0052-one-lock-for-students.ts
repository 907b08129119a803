import type { Migration } from '../../app/database/migration'

/**
 * Replaces the change log of the last day by the version of a student or admission: an outdated save is shown the
 * current values.
 */
export const up: Migration = async (run) => {
  await run('DROP TABLE student_changes')
  await run('ALTER TABLE admissions ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER student_id')
}
