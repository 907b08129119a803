import type { Migration } from '../../app/database/migration'

/** Covering index for counting a school's month or year (such as students below 75 %); replaces the index by day. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE attendance
    ADD KEY attendance_counts (school_id, held_on, enrollment_id, status), DROP KEY attendance_by_day`)
}
