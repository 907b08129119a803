import type { Migration } from '../../app/database/migration'

/**
 * The sums of the bytes of a school and of a student, which each upload checks, read this key alone. It also serves the
 * reference to the school, whose own key the server drops only where it had made it.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE files ADD KEY files_sizes (school_id, student_id, size_bytes), DROP KEY files_school')
}
