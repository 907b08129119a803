import type { Migration } from '../../app/database/migration'

/** A small twin of a picture is a file of its own: it belongs to whom the picture belongs to and goes with it. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE files
    ADD COLUMN thumbnail_of BIGINT UNSIGNED NULL AFTER state,
    ADD UNIQUE KEY files_thumbnail_of (thumbnail_of),
    ADD CONSTRAINT files_thumbnail FOREIGN KEY (thumbnail_of) REFERENCES files (id) ON DELETE CASCADE`)
}
