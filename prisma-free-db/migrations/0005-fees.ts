import type { Migration } from '../../app/database/migration'

/** Fees of a class and session: heads are the purposes, instalments the due dates. Both sum to the total. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE fees (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    class_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    assigned_at DATETIME(3) NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY fees_public_id (public_id),
    UNIQUE KEY fees_form_key (school_id, form_key),
    UNIQUE KEY fees_name (academic_session_id, class_id, name),
    KEY fees_of_school (school_id, academic_session_id, class_id),
    CONSTRAINT fees_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT fees_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE fee_heads (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    fee_id BIGINT UNSIGNED NOT NULL,
    position SMALLINT NOT NULL,
    kind ENUM('tuition','other') NOT NULL,
    name VARCHAR(80) NOT NULL,
    amount_paise BIGINT NOT NULL,
    UNIQUE KEY fee_heads_position (fee_id, position),
    CONSTRAINT fee_heads_fee FOREIGN KEY (fee_id) REFERENCES fees (id) ON DELETE CASCADE,
    CONSTRAINT fee_heads_amount CHECK (amount_paise > 0)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE fee_instalments (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    fee_id BIGINT UNSIGNED NOT NULL,
    position SMALLINT NOT NULL,
    title VARCHAR(80) NOT NULL,
    due_on DATE NOT NULL,
    amount_paise BIGINT NOT NULL,
    UNIQUE KEY fee_instalments_position (fee_id, position),
    CONSTRAINT fee_instalments_fee FOREIGN KEY (fee_id) REFERENCES fees (id) ON DELETE CASCADE,
    CONSTRAINT fee_instalments_amount CHECK (amount_paise > 0)
  ) ENGINE=InnoDB`)
}
