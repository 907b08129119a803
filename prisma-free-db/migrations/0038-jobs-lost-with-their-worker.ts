import type { Migration } from '../../app/database/migration'

/** How often in a row the worker ended while it ran a job: what ends it twice is given up. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE jobs ADD COLUMN lost TINYINT UNSIGNED NOT NULL DEFAULT 0 AFTER attempts')
}
