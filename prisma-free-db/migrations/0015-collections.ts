import type { Migration } from '../../app/database/migration'

/** Money of the office that was written down by mistake, and how money was given back over the counter. */
export const up: Migration = async (run) => {
  // cancelled: the payment never happened; its lines are taken back as a bounced cheque's are.
  await run(`ALTER TABLE payments MODIFY COLUMN state
    ENUM('created','pending','paid','failed','expired','bounced','part_refunded','refunded','cancelled') NOT NULL`)

  // NULL: the provider returns it.
  await run(`ALTER TABLE refunds
    ADD COLUMN given_by ENUM('cash','cheque','upi','bank_transfer') NULL AFTER reason,
    ADD COLUMN given_reference VARCHAR(80) NULL AFTER given_by`)

  // The same UPI or bank reference twice is looked for at the counter.
  await run('ALTER TABLE payments ADD KEY payments_by_reference (school_id, reference)')
}
