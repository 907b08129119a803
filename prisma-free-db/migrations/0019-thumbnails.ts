import type { Migration } from '../../app/database/migration'

/** A thumbnail is a separate file with the owner of its picture, and is deleted with it. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE files
    ADD COLUMN thumbnail_of BIGINT UNSIGNED NULL AFTER state,
    ADD UNIQUE KEY files_thumbnail_of (thumbnail_of),
    ADD CONSTRAINT files_thumbnail FOREIGN KEY (thumbnail_of) REFERENCES files (id) ON DELETE CASCADE`)
}
