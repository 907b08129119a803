import type { Migration } from '../../app/database/migration'

/** `advance`: paid ahead on purpose and kept as credit, while `excess` waits for the school's decision. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE payment_lines DROP CONSTRAINT payment_lines_sign,
    MODIFY COLUMN kind ENUM('due','excess','refund','bounce','advance') NOT NULL,
    ADD CONSTRAINT payment_lines_sign CHECK
    ((kind IN ('due','excess','advance') AND amount_paise > 0) OR (kind IN ('refund','bounce') AND amount_paise < 0))`)
}
