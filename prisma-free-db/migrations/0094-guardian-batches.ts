import type { Migration } from '../../app/database/migration'

/** Guardians proposed from equal mobile numbers and created as one batch that can be undone. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE guardian_batches (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    made_by VARCHAR(120) NOT NULL,
    guardian_count INT UNSIGNED NOT NULL,
    link_count INT UNSIGNED NOT NULL,
    created_at DATETIME(3) NOT NULL,
    undone_at DATETIME(3) NULL,
    undone_by VARCHAR(120) NULL,
    UNIQUE KEY guardian_batches_public_id (public_id),
    UNIQUE KEY guardian_batches_form_key (school_id, form_key),
    KEY guardian_batches_of_school (school_id, id),
    CONSTRAINT guardian_batches_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // Links created by a batch, and whether it also created the guardian. Rows outlive link and guardian: a link that
  // remains after undoing was changed manually.
  await run(`CREATE TABLE guardian_batch_links (
    batch_id BIGINT UNSIGNED NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    link_public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    guardian_public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    is_new_guardian TINYINT NOT NULL,
    PRIMARY KEY (batch_id, link_public_id),
    KEY guardian_batch_links_of_school (school_id),
    CONSTRAINT guardian_batch_links_batch FOREIGN KEY (batch_id) REFERENCES guardian_batches (id),
    CONSTRAINT guardian_batch_links_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
}
