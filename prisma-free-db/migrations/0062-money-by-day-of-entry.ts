import type { Migration } from '../../app/database/migration'

/**
 * Index for the day book: finds the lines entered, corrected, refunded or bounced on a day without reading all lines of
 * the school.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE payment_lines ADD KEY payment_lines_by_entry (school_id, settled_at)')
}
