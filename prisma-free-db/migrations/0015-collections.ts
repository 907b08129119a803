import type { Migration } from '../../app/database/migration'

/** Office payments entered by mistake, and the method of refunds at the counter. */
export const up: Migration = async (run) => {
  // cancelled: the payment never happened; its lines are reversed like those of a bounced cheque.
  await run(`ALTER TABLE payments MODIFY COLUMN state
    ENUM('created','pending','paid','failed','expired','bounced','part_refunded','refunded','cancelled') NOT NULL`)

  // NULL: refunded by the provider.
  await run(`ALTER TABLE refunds
    ADD COLUMN given_by ENUM('cash','cheque','upi','bank_transfer') NULL AFTER reason,
    ADD COLUMN given_reference VARCHAR(80) NULL AFTER given_by`)

  // The counter checks for a repeated UPI or bank reference.
  await run('ALTER TABLE payments ADD KEY payments_by_reference (school_id, reference)')
}
