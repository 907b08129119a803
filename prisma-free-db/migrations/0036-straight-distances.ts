import type { Migration } from '../../app/database/migration'

/** Whether the distance of an application is the straight line because the school's maps service did not answer: the office may ask more. */
export const up: Migration = async (run) => {
  await run(
    'ALTER TABLE transport_applications ADD COLUMN is_straight TINYINT NOT NULL DEFAULT 0 AFTER distance_metres',
  )
}
