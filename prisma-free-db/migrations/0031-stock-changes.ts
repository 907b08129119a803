import type { Migration } from '../../app/database/migration'

/** Manual stock changes by the office (counts, write-offs), and the invoice of an order as issued. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE stock_changes (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    variant_id BIGINT UNSIGNED NOT NULL,
    change_by INT NOT NULL,
    stock_after INT UNSIGNED NOT NULL,
    reason VARCHAR(200) NULL,
    made_by VARCHAR(120) NOT NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY stock_changes_form_key (school_id, form_key),
    KEY stock_changes_of_variant (variant_id, id),
    CONSTRAINT stock_changes_variant FOREIGN KEY (school_id, variant_id) REFERENCES product_variants (school_id, id) ON DELETE CASCADE,
    CONSTRAINT stock_changes_something CHECK (change_by <> 0)
  ) ENGINE=InnoDB`)
  // An invoice never changes, even if the school's name or tax number does.
  await run('ALTER TABLE orders ADD COLUMN invoice_view MEDIUMTEXT NULL AFTER invoiced_at')
}
