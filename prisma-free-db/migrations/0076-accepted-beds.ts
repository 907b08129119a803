import type { Migration } from '../../app/database/migration'

/** A bed that was accepted before the office has decided is kept for a pending application. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE hostel_applications DROP CONSTRAINT hostel_applications_bed,
    ADD CONSTRAINT hostel_applications_bed CHECK (holds_bed = 0 OR (checked_out_on IS NULL
      AND (status IN ('pending', 'approved') OR (status = 'waitlisted' AND offered_until IS NOT NULL))))`)
}
