import type { Migration } from '../../app/database/migration'

/** Privacy notices in versions, and the families' decisions on them (decision 48). */
export const up: Migration = async (run) => {
  // answer_days: the school's own target, in addition to the law's 90 days.
  await run(`CREATE TABLE privacy_settings (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    officer_name VARCHAR(120) NULL,
    officer_post VARCHAR(80) NULL,
    officer_email VARCHAR(190) NULL,
    officer_phone VARCHAR(20) NULL,
    answer_days INT NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT privacy_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // purpose: a built-in key, or a code for a purpose that the school added. number: version of the purpose's notice.
  // view: the notice as published, in all languages (JSON text). asks_anew: the purpose has changed, so a consent to an
  // earlier version no longer counts.
  await run(`CREATE TABLE privacy_notices (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    purpose VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
    number INT UNSIGNED NOT NULL,
    title_en VARCHAR(80) NOT NULL,
    title_hi VARCHAR(80) NOT NULL,
    title_gu VARCHAR(80) NOT NULL,
    data_en VARCHAR(1000) NOT NULL,
    data_hi VARCHAR(1000) NOT NULL,
    data_gu VARCHAR(1000) NOT NULL,
    uses_en VARCHAR(1000) NOT NULL,
    uses_hi VARCHAR(1000) NOT NULL,
    uses_gu VARCHAR(1000) NOT NULL,
    shared_en VARCHAR(1000) NULL,
    shared_hi VARCHAR(1000) NULL,
    shared_gu VARCHAR(1000) NULL,
    asks_anew TINYINT NOT NULL,
    view MEDIUMTEXT NULL,
    published_at DATETIME(3) NULL,
    published_by_name VARCHAR(120) NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY privacy_notices_public_id (public_id),
    UNIQUE KEY privacy_notices_number (school_id, purpose, number),
    UNIQUE KEY privacy_notices_form_key (school_id, form_key),
    UNIQUE KEY privacy_notices_in_school (school_id, id),
    CONSTRAINT privacy_notices_school FOREIGN KEY (school_id) REFERENCES schools (id),
    CONSTRAINT privacy_notices_published CHECK ((view IS NULL) = (published_at IS NULL))
  ) ENGINE=InnoDB`)

  // Rows are added and never changed. decided_at: start of validity; for a paper form, its date. language: language of
  // the notice shown.
  // guardian_id: null when the student decided, at 18 or older.
  await run(`CREATE TABLE consent_decisions (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    purpose VARCHAR(20) COLLATE utf8mb4_bin NOT NULL,
    notice_id BIGINT UNSIGNED NOT NULL,
    decision ENUM('given','refused','withdrawn','read') NOT NULL,
    decided_at DATETIME(3) NOT NULL,
    guardian_id BIGINT UNSIGNED NULL,
    decided_by_name VARCHAR(120) NOT NULL,
    channel ENUM('account','counter','paper') NOT NULL,
    verification ENUM('account','admission_papers','counter','signed_form') NOT NULL,
    language ENUM('en','hi','gu') NOT NULL,
    file_id BIGINT UNSIGNED NULL,
    recorded_by_name VARCHAR(120) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY consent_decisions_public_id (public_id),
    KEY consent_decisions_of_student (school_id, student_id, purpose, id),
    CONSTRAINT consent_decisions_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT consent_decisions_notice FOREIGN KEY (school_id, notice_id) REFERENCES privacy_notices (school_id, id),
    CONSTRAINT consent_decisions_guardian FOREIGN KEY (school_id, guardian_id) REFERENCES family_guardians (school_id, id),
    CONSTRAINT consent_decisions_file FOREIGN KEY (file_id) REFERENCES files (id)
  ) ENGINE=InnoDB`)
}
