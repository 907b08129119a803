import type { Migration } from '../../app/database/migration'

/**
 * undo_agreed_paise: sum of the payments that a second person has agreed to reverse, which the worker does.
 * Nothing reads stopped_at any more.
 */
export const up: Migration = async (run) => {
  await run(
    `ALTER TABLE imports ADD COLUMN undo_agreed_paise BIGINT NULL CHECK (undo_agreed_paise >= 0) AFTER undo_rest,
       DROP COLUMN stopped_at`,
  )
}
