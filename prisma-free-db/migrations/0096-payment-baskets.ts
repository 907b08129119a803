import type { Migration } from '../../app/database/migration'

/**
 * Baskets: payments for several students of one school that a guardian makes together. Each is a normal payment; the
 * first carries the provider's link for all.
 */
export const up: Migration = async (run) => {
  // Keeps the name, because the school may delete the guardian's row.
  await run(`CREATE TABLE payment_baskets (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    guardian_id BIGINT UNSIGNED NULL,
    guardian_name VARCHAR(120) NOT NULL,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY payment_baskets_public_id (public_id),
    UNIQUE KEY payment_baskets_form_key (school_id, form_key),
    UNIQUE KEY payment_baskets_of_school (school_id, id),
    KEY payment_baskets_of_guardian (guardian_id, id),
    CONSTRAINT payment_baskets_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT payment_baskets_guardian FOREIGN KEY (guardian_id) REFERENCES family_guardians (id) ON DELETE SET NULL
  ) ENGINE=InnoDB`)

  // A capture by the provider covers several students: its id is on each student's payment.
  await run(`ALTER TABLE payments ADD COLUMN basket_id BIGINT UNSIGNED NULL AFTER student_id,
    ADD UNIQUE KEY payments_of_basket (school_id, basket_id, student_id),
    ADD CONSTRAINT payments_basket FOREIGN KEY (school_id, basket_id) REFERENCES payment_baskets (school_id, id),
    DROP KEY payments_transaction, ADD UNIQUE KEY payments_transaction (school_id, transaction_id, student_id)`)
  await run(
    'ALTER TABLE payment_captures DROP PRIMARY KEY, ADD PRIMARY KEY (school_id, provider_payment_id, payment_id)',
  )
  // A refund made at the provider may cover several payments.
  await run(
    'ALTER TABLE refunds DROP KEY refunds_provider, ADD UNIQUE KEY refunds_provider (school_id, provider_refund_id, payment_id)',
  )
}
