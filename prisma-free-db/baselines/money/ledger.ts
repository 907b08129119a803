/** The ledger: dues, payments with lines, receipts, refunds, and provider events. Amounts are in paise. */
export const ledger = `
-- (kind, source_id, student_id) makes raising a due idempotent: assigning a fee twice adds nothing. fine_accrued_on:
-- last day included in the stored fine.
CREATE TABLE dues (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  academic_session_id BIGINT UNSIGNED NOT NULL,
  kind ENUM('fee','hostel','transport','vehicle','order','opening') NOT NULL, source_id BIGINT UNSIGNED NOT NULL,
  name VARCHAR(120) NOT NULL, title VARCHAR(120) NOT NULL, due_on DATE NOT NULL, amount_paise BIGINT NOT NULL,
  concession_paise BIGINT NOT NULL DEFAULT 0, fine_paise BIGINT NOT NULL DEFAULT 0,
  fine_rule VARCHAR(200) COLLATE utf8mb4_bin NULL, fine_accrued_on DATE NULL,
  fine_waived_paise BIGINT NOT NULL DEFAULT 0, fine_waived_at DATETIME(3) NULL, fine_waiver_reason VARCHAR(200) NULL,
  paid_paise BIGINT NOT NULL DEFAULT 0, state ENUM('open','cancelled') NOT NULL DEFAULT 'open',
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  is_owed TINYINT GENERATED ALWAYS AS (IF(state = 'open'
    AND paid_paise < amount_paise - concession_paise + fine_paise,1,NULL)) STORED,
  UNIQUE KEY dues_public_id (public_id), UNIQUE KEY dues_source (kind, source_id, student_id),
  UNIQUE KEY dues_of_student (school_id, student_id, id),
  KEY dues_by_session (school_id, student_id, academic_session_id, due_on), KEY dues_by_date (school_id, due_on),
  KEY dues_owed (school_id, is_owed, due_on),
  CONSTRAINT dues_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT dues_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT dues_amounts CHECK (amount_paise >= 0 AND concession_paise >= 0 AND fine_paise >= 0 AND paid_paise >= 0
    AND concession_paise <= amount_paise),
  CONSTRAINT dues_not_overpaid CHECK (paid_paise <= amount_paise - concession_paise + fine_paise),
  CONSTRAINT dues_fine_waived CHECK (fine_waived_paise >= 0
    AND (fine_waived_at IS NULL) = (fine_waiver_reason IS NULL))
) ENGINE=InnoDB;

-- Parts of a due on a receipt (such as tuition); they sum to the due's amount.
CREATE TABLE due_parts (
  due_id BIGINT UNSIGNED NOT NULL, position SMALLINT NOT NULL, name VARCHAR(80) NOT NULL, amount_paise BIGINT NOT NULL,
  PRIMARY KEY (due_id, position),
  CONSTRAINT due_parts_due FOREIGN KEY (due_id) REFERENCES dues (id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- Concession amounts of a due; they sum to its concession.
CREATE TABLE due_concessions (
  due_id BIGINT UNSIGNED NOT NULL, concession_id BIGINT UNSIGNED NOT NULL, amount_paise BIGINT NOT NULL,
  PRIMARY KEY (due_id, concession_id), KEY due_concessions_of (concession_id),
  CONSTRAINT due_concessions_concession FOREIGN KEY (concession_id) REFERENCES concessions (id) ON DELETE CASCADE,
  CONSTRAINT due_concessions_due FOREIGN KEY (due_id) REFERENCES dues (id) ON DELETE CASCADE,
  CONSTRAINT due_concessions_amount CHECK (amount_paise > 0)
) ENGINE=InnoDB;

-- A cashier counts the cash and hands it over: expected and counted cash of the ledger lines that name the closing.
CREATE TABLE cash_closings (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, staff_id BIGINT UNSIGNED NOT NULL, opening_paise BIGINT NOT NULL,
  cash_paise BIGINT NOT NULL, notes500 INT NOT NULL, notes200 INT NOT NULL, notes100 INT NOT NULL,
  notes50 INT NOT NULL, notes20 INT NOT NULL, notes10 INT NOT NULL, coins_paise BIGINT NOT NULL,
  counted_paise BIGINT NOT NULL, handed_over_paise BIGINT NOT NULL, handed_to VARCHAR(120) NULL,
  remarks VARCHAR(200) NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, since DATETIME(3) NOT NULL,
  closed_at DATETIME(3) NOT NULL,
  UNIQUE KEY cash_closings_public_id (public_id), UNIQUE KEY cash_closings_form_key (school_id, form_key),
  KEY cash_closings_of_cashier (school_id, staff_id, id),
  CONSTRAINT cash_closings_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT cash_closings_staff FOREIGN KEY (staff_id) REFERENCES staff_users (id),
  CONSTRAINT cash_closings_amounts CHECK (counted_paise >= 0 AND handed_over_paise BETWEEN 0 AND counted_paise)
) ENGINE=InnoDB;

-- guardian_name is kept, because the school may delete the guardian's row.
CREATE TABLE payment_baskets (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, guardian_id BIGINT UNSIGNED NULL, guardian_name VARCHAR(120) NOT NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY payment_baskets_public_id (public_id), UNIQUE KEY payment_baskets_form_key (school_id, form_key),
  UNIQUE KEY payment_baskets_of_school (school_id, id), KEY payment_baskets_of_guardian (guardian_id, id),
  CONSTRAINT payment_baskets_guardian FOREIGN KEY (guardian_id) REFERENCES family_guardians (id) ON DELETE SET NULL,
  CONSTRAINT payment_baskets_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- form_key: fifty identical submissions create one row. link_claimed_until: one request asks the provider for the
-- link, others wait. next_check_at: next query of the reconciler to the provider. state 'cancelled': the payment
-- never happened; its lines are reversed like those of a bounced cheque. proof_file_id: picture or PDF of the
-- transfer. payments_by_moment: with the id only implicitly at the end, the key would not have the order of the list.
-- payments_transaction: a capture covers several students, so its id is on each one's payment.
CREATE TABLE payments (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, basket_id BIGINT UNSIGNED NULL,
  method ENUM('online','cash','cheque','upi','bank_transfer','demand_draft','card') NOT NULL,
  state ENUM('created','pending','paid','failed','expired','bounced','part_refunded','refunded','cancelled') NOT NULL,
  amount_paise BIGINT NOT NULL, captured_paise BIGINT NOT NULL DEFAULT 0, refunded_paise BIGINT NOT NULL DEFAULT 0,
  transaction_id VARCHAR(60) COLLATE utf8mb4_bin NULL, reference VARCHAR(80) NULL, proof_file_id BIGINT UNSIGNED NULL,
  remarks VARCHAR(200) NULL, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  provider_reference VARCHAR(40) COLLATE utf8mb4_bin NULL, provider_link_id VARCHAR(40) COLLATE utf8mb4_bin NULL,
  provider_link_url VARCHAR(300) NULL,
  link_state ENUM('none','open','paid','cancelled','expired') NOT NULL DEFAULT 'none',
  link_expires_at DATETIME(3) NULL, link_claimed_until DATETIME(3) NULL, next_check_at DATETIME(3) NULL,
  checks SMALLINT UNSIGNED NOT NULL DEFAULT 0, failure VARCHAR(200) NULL, recorded_by BIGINT UNSIGNED NULL,
  paid_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  moment_at DATETIME(3) GENERATED ALWAYS AS (COALESCE(paid_at, created_at)) STORED,
  UNIQUE KEY payments_public_id (public_id), UNIQUE KEY payments_form_key (school_id, form_key),
  UNIQUE KEY payments_of_student (school_id, student_id, id),
  UNIQUE KEY payments_provider_reference (provider_reference),
  UNIQUE KEY payments_provider_link (school_id, provider_link_id),
  UNIQUE KEY payments_of_basket (school_id, basket_id, student_id),
  UNIQUE KEY payments_transaction (school_id, transaction_id, student_id), KEY payments_to_check (next_check_at),
  KEY payments_by_reference (school_id, reference),
  KEY payments_by_moment (school_id, moment_at, id, state, captured_paise, refunded_paise),
  KEY payments_by_day (school_id, paid_at, state, method, captured_paise),
  KEY payments_by_state (school_id, state, method),
  CONSTRAINT payments_basket FOREIGN KEY (school_id, basket_id) REFERENCES payment_baskets (school_id, id),
  CONSTRAINT payments_proof FOREIGN KEY (proof_file_id) REFERENCES files (id),
  CONSTRAINT payments_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT payments_amounts CHECK (amount_paise > 0 AND captured_paise >= 0 AND refunded_paise >= 0
    AND refunded_paise <= captured_paise)
) ENGINE=InnoDB;

-- kind 'due' settles a due; 'excess' is captured for a due that is already settled, until the school decides;
-- 'advance' is paid ahead on purpose; 'refund' and 'bounce' are negative. is_open_online: a due has at most one open
-- online line. cash_closing_id: late lines belong to the next closing.
CREATE TABLE payment_lines (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  payment_id BIGINT UNSIGNED NOT NULL, due_id BIGINT UNSIGNED NULL,
  kind ENUM('due','excess','refund','bounce','advance') NOT NULL, state ENUM('open','settled','void') NOT NULL,
  is_online TINYINT NOT NULL, amount_paise BIGINT NOT NULL, refund_id BIGINT UNSIGNED NULL,
  settled_at DATETIME(3) NULL, cash_closing_id BIGINT UNSIGNED NULL, created_at DATETIME(3) NOT NULL,
  is_open_online TINYINT GENERATED ALWAYS AS (IF(state = 'open' AND is_online = 1,1,NULL)) VIRTUAL,
  UNIQUE KEY payment_lines_one_open (due_id, is_open_online), KEY payment_lines_excess (school_id, kind, state),
  KEY payment_lines_by_entry (school_id, settled_at),
  KEY payment_lines_in_payment (payment_id, state, settled_at, amount_paise),
  CONSTRAINT payment_lines_closing FOREIGN KEY (cash_closing_id) REFERENCES cash_closings (id),
  CONSTRAINT payment_lines_due FOREIGN KEY (due_id) REFERENCES dues (id),
  CONSTRAINT payment_lines_payment FOREIGN KEY (payment_id) REFERENCES payments (id),
  CONSTRAINT payment_lines_sign CHECK ((kind IN ('due','excess','advance') AND amount_paise > 0)
    OR (kind IN ('refund','bounce') AND amount_paise < 0))
) ENGINE=InnoDB;

-- Each capture that the provider reports counts once, even if it is reported again.
CREATE TABLE payment_captures (
  school_id BIGINT UNSIGNED NOT NULL, provider_payment_id VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  payment_id BIGINT UNSIGNED NOT NULL, amount_paise BIGINT NOT NULL, captured_at DATETIME(3) NOT NULL,
  created_at DATETIME(3) NOT NULL,
  PRIMARY KEY (school_id, provider_payment_id, payment_id), KEY payment_captures_of_payment (payment_id),
  CONSTRAINT payment_captures_payment FOREIGN KEY (payment_id) REFERENCES payments (id)
) ENGINE=InnoDB;

CREATE TABLE payment_events (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  payment_id BIGINT UNSIGNED NULL, source ENUM('callback','webhook','reconciler') NOT NULL,
  event_id VARCHAR(80) COLLATE utf8mb4_bin NOT NULL, event_kind VARCHAR(60) NOT NULL, outcome VARCHAR(40) NOT NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY payment_events_once (school_id, event_id), KEY payment_events_of_payment (payment_id),
  CONSTRAINT payment_events_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

CREATE TABLE receipt_counters (
  school_id BIGINT UNSIGNED NOT NULL, financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL,
  last_number INT UNSIGNED NOT NULL,
  PRIMARY KEY (school_id, financial_year),
  CONSTRAINT receipt_counters_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- view: the receipt as issued (JSON text); the PDF is rendered from it once and kept as a file.
CREATE TABLE receipts (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, payment_id BIGINT UNSIGNED NOT NULL,
  financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL, number INT UNSIGNED NOT NULL, view TEXT NOT NULL,
  file_id BIGINT UNSIGNED NULL, cancelled_at DATETIME(3) NULL, issued_at DATETIME(3) NOT NULL,
  UNIQUE KEY receipts_public_id (public_id), UNIQUE KEY receipts_number (school_id, financial_year, number),
  UNIQUE KEY receipts_payment (payment_id),
  CONSTRAINT receipts_file FOREIGN KEY (file_id) REFERENCES files (id),
  CONSTRAINT receipts_payment_fk FOREIGN KEY (payment_id) REFERENCES payments (id),
  CONSTRAINT receipts_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- given_by NULL: refunded by the provider. refunds_provider: a refund made at the provider may cover several
-- payments.
CREATE TABLE refunds (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, payment_id BIGINT UNSIGNED NOT NULL, amount_paise BIGINT NOT NULL,
  state ENUM('requested','done','failed') NOT NULL, reason VARCHAR(200) NOT NULL,
  given_by ENUM('cash','cheque','upi','bank_transfer','demand_draft','card') NULL, given_reference VARCHAR(80) NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, provider_payment_id VARCHAR(40) COLLATE utf8mb4_bin NULL,
  provider_refund_id VARCHAR(40) COLLATE utf8mb4_bin NULL, failure VARCHAR(200) NULL,
  requested_by BIGINT UNSIGNED NULL, created_at DATETIME(3) NOT NULL, done_at DATETIME(3) NULL,
  UNIQUE KEY refunds_public_id (public_id), UNIQUE KEY refunds_form_key (school_id, form_key),
  UNIQUE KEY refunds_provider (school_id, provider_refund_id, payment_id),
  CONSTRAINT refunds_payment FOREIGN KEY (payment_id) REFERENCES payments (id),
  CONSTRAINT refunds_amount CHECK (amount_paise > 0)
) ENGINE=InnoDB;

-- At most one reminder a day and student, even if the office presses the button again.
CREATE TABLE fee_reminders (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NOT NULL, reminded_on DATE NOT NULL, overdue_paise BIGINT NOT NULL,
  sent_by BIGINT UNSIGNED NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY fee_reminders_once_a_day (student_id, reminded_on),
  KEY fee_reminders_of_school (school_id, student_id, reminded_on),
  CONSTRAINT fee_reminders_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;
`
