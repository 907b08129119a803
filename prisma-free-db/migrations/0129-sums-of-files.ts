import type { Migration } from '../../app/database/migration'

/**
 * Each upload sums the bytes of the school's files and of the student's; with this key, the query reads nothing else.
 * The key also serves the foreign key to the school, so files_school is dropped: the server would drop it by itself
 * only if it had created it automatically.
 */
export const up: Migration = async (run) => {
  await run('ALTER TABLE files ADD KEY files_sizes (school_id, student_id, size_bytes), DROP KEY files_school')
}
