import type { Migration } from '../../app/database/migration'

/** The ledger: dues, payments with lines, receipts, refunds, and provider events. Amounts are in paise. */
export const up: Migration = async (run) => {
  // (kind, source_id, student_id) makes raising a due idempotent: assigning a fee twice adds nothing.
  await run(`CREATE TABLE dues (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    academic_session_id BIGINT UNSIGNED NOT NULL,
    kind ENUM('fee','hostel','transport','vehicle','order') NOT NULL,
    source_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(120) NOT NULL,
    title VARCHAR(120) NOT NULL,
    due_on DATE NOT NULL,
    amount_paise BIGINT NOT NULL,
    concession_paise BIGINT NOT NULL DEFAULT 0,
    fine_paise BIGINT NOT NULL DEFAULT 0,
    paid_paise BIGINT NOT NULL DEFAULT 0,
    state ENUM('open','cancelled') NOT NULL DEFAULT 'open',
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY dues_public_id (public_id),
    UNIQUE KEY dues_source (kind, source_id, student_id),
    UNIQUE KEY dues_of_student (school_id, student_id, id),
    KEY dues_by_session (school_id, student_id, academic_session_id, due_on),
    KEY dues_by_date (school_id, due_on),
    CONSTRAINT dues_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT dues_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
    CONSTRAINT dues_amounts CHECK (amount_paise >= 0 AND concession_paise >= 0 AND fine_paise >= 0 AND paid_paise >= 0 AND concession_paise <= amount_paise),
    CONSTRAINT dues_not_overpaid CHECK (paid_paise <= amount_paise - concession_paise + fine_paise)
  ) ENGINE=InnoDB`)

  // Parts of a due on a receipt (such as tuition); they sum to the due's amount.
  await run(`CREATE TABLE due_parts (
    due_id BIGINT UNSIGNED NOT NULL,
    position SMALLINT NOT NULL,
    name VARCHAR(80) NOT NULL,
    amount_paise BIGINT NOT NULL,
    PRIMARY KEY (due_id, position),
    CONSTRAINT due_parts_due FOREIGN KEY (due_id) REFERENCES dues (id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // form_key: idempotency key of the form; fifty identical submissions create one row.
  // next_check_at: time of the reconciler's next query to the provider.
  await run(`CREATE TABLE payments (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    method ENUM('online','cash','cheque','upi','bank_transfer') NOT NULL,
    state ENUM('created','pending','paid','failed','expired','bounced','part_refunded','refunded') NOT NULL,
    amount_paise BIGINT NOT NULL,
    captured_paise BIGINT NOT NULL DEFAULT 0,
    refunded_paise BIGINT NOT NULL DEFAULT 0,
    transaction_id VARCHAR(60) CHARACTER SET ascii COLLATE ascii_bin NULL,
    reference VARCHAR(80) NULL,
    remarks VARCHAR(200) NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    provider_reference VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    provider_link_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    provider_link_url VARCHAR(300) NULL,
    link_state ENUM('none','open','paid','cancelled','expired') NOT NULL DEFAULT 'none',
    link_expires_at DATETIME(3) NULL,
    next_check_at DATETIME(3) NULL,
    checks SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    failure VARCHAR(200) NULL,
    recorded_by BIGINT UNSIGNED NULL,
    paid_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY payments_public_id (public_id),
    UNIQUE KEY payments_form_key (school_id, form_key),
    UNIQUE KEY payments_provider_reference (provider_reference),
    UNIQUE KEY payments_provider_link (school_id, provider_link_id),
    UNIQUE KEY payments_transaction (school_id, transaction_id),
    UNIQUE KEY payments_of_student (school_id, student_id, id),
    KEY payments_by_time (school_id, paid_at),
    KEY payments_to_check (next_check_at),
    CONSTRAINT payments_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT payments_amounts CHECK (amount_paise > 0 AND captured_paise >= 0 AND refunded_paise >= 0 AND refunded_paise <= captured_paise)
  ) ENGINE=InnoDB`)

  // kind due: settles a due; excess: captured for a due that is already settled; refund/bounce: negative lines.
  // is_open_online: a due has at most one open online line.
  await run(`CREATE TABLE payment_lines (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    payment_id BIGINT UNSIGNED NOT NULL,
    due_id BIGINT UNSIGNED NULL,
    kind ENUM('due','excess','refund','bounce') NOT NULL,
    state ENUM('open','settled','void') NOT NULL,
    is_online TINYINT NOT NULL,
    amount_paise BIGINT NOT NULL,
    refund_id BIGINT UNSIGNED NULL,
    settled_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    is_open_online TINYINT GENERATED ALWAYS AS (IF(state = 'open' AND is_online = 1,1,NULL)) VIRTUAL,
    UNIQUE KEY payment_lines_one_open (due_id, is_open_online),
    KEY payment_lines_of_payment (payment_id),
    KEY payment_lines_excess (school_id, kind, state),
    CONSTRAINT payment_lines_payment FOREIGN KEY (payment_id) REFERENCES payments (id),
    CONSTRAINT payment_lines_due FOREIGN KEY (due_id) REFERENCES dues (id),
    CONSTRAINT payment_lines_sign CHECK ((kind IN ('due','excess') AND amount_paise > 0) OR (kind IN ('refund','bounce') AND amount_paise < 0))
  ) ENGINE=InnoDB`)

  // Each capture that the provider reports counts once, even if it is reported again.
  await run(`CREATE TABLE payment_captures (
    school_id BIGINT UNSIGNED NOT NULL,
    provider_payment_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    payment_id BIGINT UNSIGNED NOT NULL,
    amount_paise BIGINT NOT NULL,
    captured_at DATETIME(3) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    PRIMARY KEY (school_id, provider_payment_id),
    KEY payment_captures_of_payment (payment_id),
    CONSTRAINT payment_captures_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE payment_events (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    payment_id BIGINT UNSIGNED NULL,
    source ENUM('callback','webhook','reconciler') NOT NULL,
    event_id VARCHAR(80) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    event_kind VARCHAR(60) NOT NULL,
    outcome VARCHAR(40) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY payment_events_once (school_id, event_id),
    KEY payment_events_of_payment (payment_id),
    CONSTRAINT payment_events_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE receipt_counters (
    school_id BIGINT UNSIGNED NOT NULL,
    financial_year CHAR(7) CHARACTER SET ascii NOT NULL,
    last_number INT UNSIGNED NOT NULL,
    PRIMARY KEY (school_id, financial_year),
    CONSTRAINT receipt_counters_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // view: the receipt as issued (JSON text); the PDF is rendered from it once and kept as a file.
  await run(`CREATE TABLE receipts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    payment_id BIGINT UNSIGNED NOT NULL,
    financial_year CHAR(7) CHARACTER SET ascii NOT NULL,
    number INT UNSIGNED NOT NULL,
    view TEXT NOT NULL,
    file_id BIGINT UNSIGNED NULL,
    cancelled_at DATETIME(3) NULL,
    issued_at DATETIME(3) NOT NULL,
    UNIQUE KEY receipts_public_id (public_id),
    UNIQUE KEY receipts_number (school_id, financial_year, number),
    UNIQUE KEY receipts_payment (payment_id),
    CONSTRAINT receipts_payment_fk FOREIGN KEY (payment_id) REFERENCES payments (id),
    CONSTRAINT receipts_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT receipts_file FOREIGN KEY (file_id) REFERENCES files (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE refunds (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    payment_id BIGINT UNSIGNED NOT NULL,
    amount_paise BIGINT NOT NULL,
    state ENUM('requested','done','failed') NOT NULL,
    reason VARCHAR(200) NOT NULL,
    form_key VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    provider_payment_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    provider_refund_id VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NULL,
    failure VARCHAR(200) NULL,
    requested_by BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    done_at DATETIME(3) NULL,
    UNIQUE KEY refunds_public_id (public_id),
    UNIQUE KEY refunds_form_key (school_id, form_key),
    UNIQUE KEY refunds_provider (school_id, provider_refund_id),
    CONSTRAINT refunds_payment FOREIGN KEY (payment_id) REFERENCES payments (id),
    CONSTRAINT refunds_amount CHECK (amount_paise > 0)
  ) ENGINE=InnoDB`)
}
