import type { Migration } from '../../app/database/migration'

/**
 * undo_agreed_paise: sum of the payments whose reversal a second person has approved; the worker reverses them.
 * stopped_at is dropped, since nothing reads it.
 */
export const up: Migration = async (run) => {
  await run(
    `ALTER TABLE imports ADD COLUMN undo_agreed_paise BIGINT NULL CHECK (undo_agreed_paise >= 0) AFTER undo_rest,
       DROP COLUMN stopped_at`,
  )
}
