import type { Migration } from '../../app/database/migration'

/**
 * What a place costs a month from the next month on, where the office has given another room or changed the meals; what was raised before
 * stays as it was agreed.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE hostel_applications ADD COLUMN next_rent_paise BIGINT NULL AFTER fee_paise,
    ADD COLUMN next_meal_paise BIGINT NULL AFTER next_rent_paise,
    ADD CONSTRAINT hostel_applications_next CHECK (COALESCE(next_rent_paise, 1) > 0 AND COALESCE(next_meal_paise, 0) >= 0)`)
}
