import type { Migration } from '../../app/database/migration'

/**
 * Marks a distance as a straight line, because the school's maps service did not answer, so that the office can check
 * the fare.
 */
export const up: Migration = async (run) => {
  await run(
    'ALTER TABLE transport_applications ADD COLUMN is_straight TINYINT NOT NULL DEFAULT 0 AFTER distance_metres',
  )
}
