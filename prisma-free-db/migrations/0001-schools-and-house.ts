import type { Migration } from '../../app/database/migration'

/** Schools, and the shared tables that every domain writes: audit, files, mail, jobs. */
export const up: Migration = async (run) => {
  await run(`CREATE TABLE schools (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    name VARCHAR(120) NOT NULL,
    email VARCHAR(190) NOT NULL,
    phone VARCHAR(20) NOT NULL,
    address VARCHAR(300) NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY schools_public_id (public_id)
  ) ENGINE=InnoDB`)

  // Secrets are AES-256-GCM texts encrypted with APP_KEY; a NULL key id means that online payment is not set up.
  await run(`CREATE TABLE school_settings (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    razorpay_key_id VARCHAR(60) NULL,
    razorpay_key_secret VARCHAR(400) NULL,
    razorpay_webhook_secret VARCHAR(400) NULL,
    razorpay_webhook_secret_old VARCHAR(400) NULL,
    razorpay_webhook_secret_changed_at DATETIME(3) NULL,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT school_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE audit_entries (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    actor_kind ENUM('staff','student','system') NOT NULL,
    actor_id BIGINT UNSIGNED NULL,
    actor_name VARCHAR(120) NOT NULL,
    action VARCHAR(60) NOT NULL,
    subject_kind VARCHAR(40) NOT NULL,
    subject_id BIGINT UNSIGNED NULL,
    details TEXT NOT NULL,
    created_at DATETIME(3) NOT NULL,
    KEY audit_by_time (school_id, created_at),
    KEY audit_by_subject (school_id, subject_kind, subject_id),
    CONSTRAINT audit_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE files (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NULL,
    storage_key VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    visibility ENUM('public','student','school') NOT NULL,
    content_type VARCHAR(80) NOT NULL,
    file_name VARCHAR(160) NOT NULL,
    size_bytes INT UNSIGNED NOT NULL,
    state ENUM('pending','kept') NOT NULL DEFAULT 'pending',
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY files_storage_key (storage_key),
    KEY files_by_state (state, created_at),
    CONSTRAINT files_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  await run(`CREATE TABLE outgoing_mail (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NULL,
    to_address VARCHAR(190) NOT NULL,
    subject VARCHAR(200) NOT NULL,
    body_text TEXT NOT NULL,
    state ENUM('waiting','sent','failed') NOT NULL DEFAULT 'waiting',
    attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    last_error VARCHAR(300) NULL,
    created_at DATETIME(3) NOT NULL,
    sent_at DATETIME(3) NULL,
    KEY mail_by_state (state, created_at)
  ) ENGINE=InnoDB`)

  // unique_key: at most one unfinished job with that key (NULL allows any number).
  await run(`CREATE TABLE jobs (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NULL,
    kind VARCHAR(40) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    payload TEXT NOT NULL,
    unique_key VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NULL,
    state ENUM('waiting','running','done','failed') NOT NULL DEFAULT 'waiting',
    run_at DATETIME(3) NOT NULL,
    attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0,
    leased_until DATETIME(3) NULL,
    leased_by VARCHAR(60) NULL,
    last_error VARCHAR(300) NULL,
    created_at DATETIME(3) NOT NULL,
    finished_at DATETIME(3) NULL,
    is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('waiting','running'),1,NULL)) VIRTUAL,
    KEY jobs_due (state, run_at),
    KEY jobs_leased (state, leased_until),
    UNIQUE KEY jobs_one_open (unique_key, is_open)
  ) ENGINE=InnoDB`)
}
