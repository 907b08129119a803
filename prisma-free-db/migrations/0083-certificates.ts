import type { Migration } from '../../app/database/migration'

/** Certificates: contents of each kind, drafts, issued and numbered certificates, and each printed copy. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE certificate_settings (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    affiliation_line VARCHAR(160) NULL,
    school_code VARCHAR(40) NULL,
    first_signatory VARCHAR(60) NULL,
    second_signatory VARCHAR(60) NULL,
    third_signatory VARCHAR(60) NULL,
    answer_days INT NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT certificate_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // first_number applies to first_year only: every other year begins with 1.
  await run(`CREATE TABLE certificate_kinds (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    name VARCHAR(80) NOT NULL,
    base ENUM('transfer','leaving','bonafide','character','no_dues','fee','own') NOT NULL,
    prefix VARCHAR(10) NOT NULL,
    book_number VARCHAR(20) NULL,
    first_number INT NOT NULL,
    first_year CHAR(7) NOT NULL,
    items VARCHAR(3000) NULL,
    text_en VARCHAR(1500) NULL,
    text_hi VARCHAR(1500) NULL,
    text_gu VARCHAR(1500) NULL,
    is_requestable TINYINT NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY certificate_kinds_public_id (public_id),
    UNIQUE KEY certificate_kinds_name (school_id, name),
    UNIQUE KEY certificate_kinds_prefix (school_id, prefix),
    UNIQUE KEY certificate_kinds_form_key (school_id, form_key),
    UNIQUE KEY certificate_kinds_in_school (school_id, id),
    CONSTRAINT certificate_kinds_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE certificate_counters (
    school_id BIGINT UNSIGNED NOT NULL,
    kind_id BIGINT UNSIGNED NOT NULL,
    financial_year CHAR(7) NOT NULL,
    last_number INT UNSIGNED NOT NULL,
    PRIMARY KEY (school_id, kind_id, financial_year),
    CONSTRAINT certificate_counters_kind FOREIGN KEY (school_id, kind_id) REFERENCES certificate_kinds (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)

  // content: editable by the office until the certificate is issued. view: the printed content from then on.
  // logo_file_id: the logo on the day of issue, so that every copy has the same head. fee_year: the financial year of a
  // fee certificate.
  await run(`CREATE TABLE certificates (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    kind_id BIGINT UNSIGNED NOT NULL,
    language ENUM('en','hi','gu') NOT NULL,
    state ENUM('draft','issued','cancelled') NOT NULL,
    content MEDIUMTEXT NOT NULL,
    view MEDIUMTEXT NULL,
    logo_file_id BIGINT UNSIGNED NULL,
    fee_year CHAR(7) NULL,
    financial_year CHAR(7) NULL,
    number INT UNSIGNED NULL,
    number_text VARCHAR(40) NULL,
    issued_on DATE NULL,
    issued_by_name VARCHAR(120) NULL,
    override_reason VARCHAR(200) NULL,
    cancelled_at DATETIME(3) NULL,
    cancelled_by_name VARCHAR(120) NULL,
    cancel_reason VARCHAR(200) NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY certificates_public_id (public_id),
    UNIQUE KEY certificates_form_key (school_id, form_key),
    UNIQUE KEY certificates_number (school_id, kind_id, financial_year, number),
    UNIQUE KEY certificates_number_text (school_id, number_text),
    UNIQUE KEY certificates_in_school (school_id, id),
    KEY certificates_of_student (school_id, student_id, id),
    KEY certificates_by_fee_year (school_id, fee_year, student_id),
    CONSTRAINT certificates_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT certificates_kind FOREIGN KEY (school_id, kind_id) REFERENCES certificate_kinds (school_id, id),
    CONSTRAINT certificates_logo FOREIGN KEY (logo_file_id) REFERENCES files (id),
    CONSTRAINT certificates_numbered CHECK ((state = 'draft') = (number IS NULL))
  ) ENGINE=InnoDB`)

  // Number 0 is the original, every other a duplicate. The QR code links to the token.
  await run(`CREATE TABLE certificate_copies (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    certificate_id BIGINT UNSIGNED NOT NULL,
    number INT UNSIGNED NOT NULL,
    token CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    reason VARCHAR(200) NULL,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    made_on DATE NOT NULL,
    made_by_name VARCHAR(120) NOT NULL,
    file_id BIGINT UNSIGNED NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY certificate_copies_public_id (public_id),
    UNIQUE KEY certificate_copies_token (token),
    UNIQUE KEY certificate_copies_form_key (school_id, form_key),
    UNIQUE KEY certificate_copies_number (certificate_id, number),
    CONSTRAINT certificate_copies_certificate FOREIGN KEY (school_id, certificate_id) REFERENCES certificates (school_id, id),
    CONSTRAINT certificate_copies_file FOREIGN KEY (file_id) REFERENCES files (id)
  ) ENGINE=InnoDB`)
}
