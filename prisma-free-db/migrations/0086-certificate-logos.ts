import type { Migration } from '../../app/database/migration'

/** The logo that a certificate was issued with, so that every copy of it has the same head. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE certificates ADD COLUMN logo_file_id BIGINT UNSIGNED NULL AFTER view,
    ADD CONSTRAINT certificates_logo FOREIGN KEY (logo_file_id) REFERENCES files (id)`)
  await run(`UPDATE certificates x JOIN schools s ON s.id = x.school_id SET x.logo_file_id = s.logo_file_id
    WHERE x.state <> 'draft'`)
}
