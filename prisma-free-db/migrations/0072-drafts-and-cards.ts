import type { Migration } from '../../app/database/migration'

const offline = "'cash','cheque','upi','bank_transfer','demand_draft','card'"

/** Adds demand drafts and the counter's card machine as methods for payments and refunds. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE payments MODIFY COLUMN method ENUM('online',${offline}) NOT NULL`)
  await run(`ALTER TABLE refunds MODIFY COLUMN given_by ENUM(${offline}) NULL`)
}
