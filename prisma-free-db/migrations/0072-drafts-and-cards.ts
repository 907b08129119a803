import type { Migration } from '../../app/database/migration'

const offline = "'cash','cheque','upi','bank_transfer','demand_draft','card'"

/** Demand drafts and the counter's card machine, for money that comes and money that is handed back. */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE payments MODIFY COLUMN method ENUM('online',${offline}) NOT NULL`)
  await run(`ALTER TABLE refunds MODIFY COLUMN given_by ENUM(${offline}) NULL`)
}
