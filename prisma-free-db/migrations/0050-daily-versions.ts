import type { Migration } from '../../app/database/migration'

/**
 * Versions, to detect concurrent saves. Holidays and periods also get a form key; existing rows use their public id.
 */
export const up: Migration = async (run) => {
  for (const table of ['timetable_entries', 'notices', 'events'])
    await run(`ALTER TABLE ${table} ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER school_id`)
  for (const table of ['holidays', 'bell_periods']) {
    await run(`ALTER TABLE ${table}
      ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER school_id,
      ADD COLUMN form_key VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL AFTER version`)
    await run(`UPDATE ${table} SET form_key = public_id`)
    await run(`ALTER TABLE ${table}
      MODIFY form_key VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
      ADD UNIQUE KEY ${table}_form_key (school_id, form_key)`)
  }
}
