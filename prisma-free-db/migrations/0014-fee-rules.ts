import type { Migration } from '../../app/database/migration'

/** Late fines, their waiver, and concessions. */
export const up: Migration = async (run) => {
  // fine_rule is a short text (app/models/money/ledger/fine-rules.ts), NULL for none. A due has its own copy, so that the
  // ledger need not know its source.
  // fine_accrued_on: last day included in the stored fine.
  await run('ALTER TABLE fees ADD COLUMN fine_rule VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER name')
  await run('ALTER TABLE fees ADD UNIQUE KEY fees_in_school (school_id, id)')
  await run(`ALTER TABLE dues
    ADD COLUMN fine_rule VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NULL AFTER fine_paise,
    ADD COLUMN fine_accrued_on DATE NULL AFTER fine_rule,
    ADD COLUMN fine_waived_paise BIGINT NOT NULL DEFAULT 0 AFTER fine_accrued_on,
    ADD COLUMN fine_waived_at DATETIME(3) NULL AFTER fine_waived_paise,
    ADD COLUMN fine_waiver_reason VARCHAR(200) NULL AFTER fine_waived_at,
    ADD CONSTRAINT dues_fine_waived CHECK (fine_waived_paise >= 0 AND (fine_waived_at IS NULL) = (fine_waiver_reason IS NULL))`)

  // percent_hundredths: 2500 is 25 %. fee_id NULL: all fees of the session. The granting user is also stored by name,
  // because staff may be deleted.
  await run(`CREATE TABLE concessions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    fee_id BIGINT UNSIGNED NULL,
    kind ENUM('rte','sibling','staff','merit','other') NOT NULL,
    percent_hundredths SMALLINT UNSIGNED NULL,
    amount_paise BIGINT NULL,
    reason VARCHAR(200) NOT NULL,
    given_by VARCHAR(120) NOT NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    removed_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY concessions_public_id (public_id),
    UNIQUE KEY concessions_form_key (school_id, form_key),
    KEY concessions_of_student (school_id, student_id, academic_session_id),
    KEY concessions_of_session (school_id, academic_session_id),
    CONSTRAINT concessions_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT concessions_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT concessions_fee FOREIGN KEY (school_id, fee_id) REFERENCES fees (school_id, id) ON DELETE CASCADE,
    CONSTRAINT concessions_size CHECK ((percent_hundredths BETWEEN 1 AND 10000 AND amount_paise IS NULL)
      OR (percent_hundredths IS NULL AND amount_paise > 0 AND fee_id IS NOT NULL))
  ) ENGINE=InnoDB`)

  // Concession amounts of a due; they sum to its concession.
  await run(`CREATE TABLE due_concessions (
    due_id BIGINT UNSIGNED NOT NULL,
    concession_id BIGINT UNSIGNED NOT NULL,
    amount_paise BIGINT NOT NULL,
    PRIMARY KEY (due_id, concession_id),
    KEY due_concessions_of (concession_id),
    CONSTRAINT due_concessions_due FOREIGN KEY (due_id) REFERENCES dues (id) ON DELETE CASCADE,
    CONSTRAINT due_concessions_concession FOREIGN KEY (concession_id) REFERENCES concessions (id) ON DELETE CASCADE,
    CONSTRAINT due_concessions_amount CHECK (amount_paise > 0)
  ) ENGINE=InnoDB`)
}
