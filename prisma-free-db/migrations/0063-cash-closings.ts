import type { Migration } from '../../app/database/migration'

/**
 * Cash closings: a cashier counts the cash and hands it over. Stores the expected and the counted cash, and the ledger
 * lines covered.
 */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE cash_closings (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    staff_id BIGINT UNSIGNED NOT NULL,
    opening_paise BIGINT NOT NULL,
    cash_paise BIGINT NOT NULL,
    notes500 INT NOT NULL,
    notes200 INT NOT NULL,
    notes100 INT NOT NULL,
    notes50 INT NOT NULL,
    notes20 INT NOT NULL,
    notes10 INT NOT NULL,
    coins_paise BIGINT NOT NULL,
    counted_paise BIGINT NOT NULL,
    handed_over_paise BIGINT NOT NULL,
    handed_to VARCHAR(120) NULL,
    remarks VARCHAR(200) NULL,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    since DATETIME(3) NOT NULL,
    closed_at DATETIME(3) NOT NULL,
    UNIQUE KEY cash_closings_public_id (public_id),
    UNIQUE KEY cash_closings_form_key (school_id, form_key),
    KEY cash_closings_of_cashier (school_id, staff_id, id),
    CONSTRAINT cash_closings_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT cash_closings_staff FOREIGN KEY (staff_id) REFERENCES staff_users (id),
    CONSTRAINT cash_closings_amounts CHECK (counted_paise >= 0 AND handed_over_paise BETWEEN 0 AND counted_paise)
  ) ENGINE=InnoDB`)

  // Each cash line belongs to one closing: late lines belong to the next one.
  await run(`ALTER TABLE payment_lines ADD COLUMN cash_closing_id BIGINT UNSIGNED NULL AFTER settled_at,
    ADD CONSTRAINT payment_lines_closing FOREIGN KEY (cash_closing_id) REFERENCES cash_closings (id)`)
}
