import type { Migration } from '../../app/database/migration'

/**
 * Whoever saves an older page of a student or an admission is shown what stands now, by the row's version: what was changed in the last day is not
 * noted any more, and admissions have a version too.
 */
export const up: Migration = async (run) => {
  await run('DROP TABLE student_changes')
  await run('ALTER TABLE admissions ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER student_id')
}
