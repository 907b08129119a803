import type { Migration } from '../../app/database/migration'

/** Consecutive worker crashes while running a job: after two the job fails. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE jobs ADD COLUMN lost TINYINT UNSIGNED NOT NULL DEFAULT 0 AFTER attempts')
}
