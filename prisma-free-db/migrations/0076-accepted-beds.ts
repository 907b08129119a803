import type { Migration } from '../../app/database/migration'

/** Lets a pending application hold a bed that the student accepted before the office has decided. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE hostel_applications DROP CONSTRAINT hostel_applications_bed,
    ADD CONSTRAINT hostel_applications_bed CHECK (holds_bed = 0 OR (checked_out_on IS NULL
      AND (status IN ('pending', 'approved') OR (status = 'waitlisted' AND offered_until IS NOT NULL))))`)
}
