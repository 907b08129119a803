import type { Migration } from '../../app/database/migration'

/** Versions of exams and papers, to detect concurrent saves. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE exams ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER published_at')
  await run('ALTER TABLE exam_papers ADD COLUMN version INT UNSIGNED NOT NULL DEFAULT 1 AFTER room_no')
}
