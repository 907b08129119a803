import type { Migration } from '../../app/database/migration'

/** Bank account for transfers of school fees: all three columns or none. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE school_settings ADD COLUMN bank_name VARCHAR(100) NULL, ADD COLUMN bank_account_number VARCHAR(20) NULL,
    ADD COLUMN bank_ifsc_code VARCHAR(11) NULL`)
}
