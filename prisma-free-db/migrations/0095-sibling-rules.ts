import type { Migration } from '../../app/database/migration'

/** The school's sibling rule, and the concessions it has granted. */
export const up: Migration = async (run) => {
  // Percentages in hundredths; null: none for that child. fee_name null: all fees of the session, otherwise the fee of
  // this name in each class.
  await run(`CREATE TABLE sibling_rules (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    is_on TINYINT NOT NULL,
    second_percent INT UNSIGNED NULL,
    third_percent INT UNSIGNED NULL,
    further_percent INT UNSIGNED NULL,
    order_by ENUM('admission','birth') NOT NULL DEFAULT 'admission',
    families ENUM('guardians','mobile') NOT NULL DEFAULT 'guardians',
    fee_name VARCHAR(80) NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT sibling_rules_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
  await run('ALTER TABLE concessions ADD COLUMN is_by_rule TINYINT NOT NULL DEFAULT 0 AFTER given_by')
}
