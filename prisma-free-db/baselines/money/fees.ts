/** Fees of a class and session, their heads and due dates, and concessions. Amounts are in paise. */
export const fees = `
-- fine_rule is a short text (app/models/money/ledger/fine-rules.ts), NULL for none. A due has its own copy, so that
-- the ledger need not know its source.
CREATE TABLE fees (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, academic_session_id BIGINT UNSIGNED NOT NULL, class_id BIGINT UNSIGNED NOT NULL,
  name VARCHAR(80) NOT NULL, fine_rule VARCHAR(200) COLLATE utf8mb4_bin NULL, assigned_at DATETIME(3) NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY fees_public_id (public_id), UNIQUE KEY fees_form_key (school_id, form_key),
  UNIQUE KEY fees_name (academic_session_id, class_id, name), UNIQUE KEY fees_in_school (school_id, id),
  KEY fees_of_school (school_id, academic_session_id, class_id),
  CONSTRAINT fees_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
  CONSTRAINT fees_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE fee_heads (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, fee_id BIGINT UNSIGNED NOT NULL, position SMALLINT NOT NULL,
  kind ENUM('tuition','other') NOT NULL, name VARCHAR(80) NOT NULL, amount_paise BIGINT NOT NULL,
  UNIQUE KEY fee_heads_position (fee_id, position),
  CONSTRAINT fee_heads_fee FOREIGN KEY (fee_id) REFERENCES fees (id) ON DELETE CASCADE,
  CONSTRAINT fee_heads_amount CHECK (amount_paise > 0)
) ENGINE=InnoDB;

CREATE TABLE fee_instalments (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, fee_id BIGINT UNSIGNED NOT NULL, position SMALLINT NOT NULL,
  title VARCHAR(80) NOT NULL, due_on DATE NOT NULL, amount_paise BIGINT NOT NULL,
  UNIQUE KEY fee_instalments_position (fee_id, position),
  CONSTRAINT fee_instalments_fee FOREIGN KEY (fee_id) REFERENCES fees (id) ON DELETE CASCADE,
  CONSTRAINT fee_instalments_amount CHECK (amount_paise > 0)
) ENGINE=InnoDB;

-- The school's decision whether a fee head counts as tuition fees. Undecided heads have no row.
CREATE TABLE tuition_marks (
  school_id BIGINT UNSIGNED NOT NULL, head VARCHAR(120) NOT NULL, is_tuition TINYINT NOT NULL,
  PRIMARY KEY (school_id, head),
  CONSTRAINT tuition_marks_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- percent_hundredths: 2500 is 25 %. fee_id NULL: all fees of the session. The granting user is also stored by name,
-- because staff may be deleted.
CREATE TABLE concessions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  academic_session_id BIGINT UNSIGNED NOT NULL, fee_id BIGINT UNSIGNED NULL,
  kind ENUM('rte','sibling','staff','merit','other') NOT NULL, percent_hundredths SMALLINT UNSIGNED NULL,
  amount_paise BIGINT NULL, reason VARCHAR(200) NOT NULL, given_by VARCHAR(120) NOT NULL,
  is_by_rule TINYINT NOT NULL DEFAULT 0, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  removed_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY concessions_public_id (public_id), UNIQUE KEY concessions_form_key (school_id, form_key),
  KEY concessions_of_student (school_id, student_id, academic_session_id),
  KEY concessions_of_session (school_id, academic_session_id),
  CONSTRAINT concessions_fee FOREIGN KEY (school_id, fee_id) REFERENCES fees (school_id, id) ON DELETE CASCADE,
  CONSTRAINT concessions_session FOREIGN KEY (school_id, academic_session_id) REFERENCES academic_sessions (school_id, id),
  CONSTRAINT concessions_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT concessions_size CHECK ((percent_hundredths BETWEEN 1 AND 10000 AND amount_paise IS NULL)
    OR (percent_hundredths IS NULL AND amount_paise > 0 AND fee_id IS NOT NULL))
) ENGINE=InnoDB;

-- Percentages in hundredths; null: none for that child. fee_name null: all fees of the session, otherwise the fee of
-- this name in each class.
CREATE TABLE sibling_rules (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, is_on TINYINT NOT NULL, second_percent INT UNSIGNED NULL,
  third_percent INT UNSIGNED NULL, further_percent INT UNSIGNED NULL,
  order_by ENUM('admission','birth') NOT NULL DEFAULT 'admission',
  families ENUM('guardians','mobile') NOT NULL DEFAULT 'guardians', fee_name VARCHAR(80) NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT sibling_rules_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;
`
