import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/**
 * Adds versions to sessions, classes, sections, subjects, teachers and enrollments, to detect concurrent saves, and
 * form keys to all but enrollments, so that a form submitted twice creates one row.
 */
export const up: Migration = async (run) => {
  for (const table of ['academic_sessions', 'classes', 'sections', 'subjects', 'teachers']) {
    await run(`ALTER TABLE ${table}
      ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER updated_at,
      ADD COLUMN form_key VARCHAR(40) ${exact} NULL AFTER version`)
    await run(`UPDATE ${table} SET form_key = public_id`)
    // Imported rows come from no form.
    await run(`ALTER TABLE ${table}
      MODIFY COLUMN form_key VARCHAR(40) ${exact} NOT NULL DEFAULT (UUID()),
      ADD UNIQUE KEY ${table}_form_key (school_id, form_key)`)
  }
  await run('ALTER TABLE enrollments ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER updated_at')
}
