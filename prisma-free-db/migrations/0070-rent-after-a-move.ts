import type { Migration } from '../../app/database/migration'

/** Monthly rent and meals from the next month on, after a change of room or meals; earlier charges stay as agreed. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE hostel_applications ADD COLUMN next_rent_paise BIGINT NULL AFTER fee_paise,
    ADD COLUMN next_meal_paise BIGINT NULL AFTER next_rent_paise,
    ADD CONSTRAINT hostel_applications_next CHECK (COALESCE(next_rent_paise, 1) > 0 AND COALESCE(next_meal_paise, 0) >= 0)`)
}
