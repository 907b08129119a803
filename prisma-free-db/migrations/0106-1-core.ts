import { statementsOf } from '../../app/database/migration'

/** Baseline of core (decision 62): schools, files, mail, jobs and records, as of migration 0106. */
export const up = statementsOf(`
-- == Schools ==

-- approved_at: the operator's approval, which makes the school public.
CREATE TABLE schools (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  name VARCHAR(120) NOT NULL, email VARCHAR(190) NOT NULL, phone VARCHAR(20) NOT NULL, address VARCHAR(300) NOT NULL,
  logo_file_id BIGINT UNSIGNED NULL, board VARCHAR(80) NULL, affiliation_number VARCHAR(40) NULL,
  latitude DECIMAL(9,6) NULL, longitude DECIMAL(9,6) NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL, approved_at DATETIME(3) NULL,
  refused_at DATETIME(3) NULL,
  UNIQUE KEY schools_public_id (public_id)
) ENGINE=InnoDB;

-- Secrets are AES-256-GCM texts encrypted with APP_KEY. razorpay_key_id NULL: online payment is not set up.
-- factor_roles: comma-separated, as FIND_IN_SET reads them. maps_browser_key: Google's key restrictions for browser
-- and server exclude each other. fine_*: default late-fine rule of a new fee. rank_shown: students see their rank.
-- saturdays_off: never, on the second and fourth of a month, or always; Sundays always are. bank_*: for transfers of
-- school fees, all three or none.
CREATE TABLE school_settings (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, razorpay_key_id VARCHAR(60) NULL,
  razorpay_key_secret VARCHAR(400) NULL, razorpay_webhook_secret VARCHAR(400) NULL,
  razorpay_webhook_secret_old VARCHAR(400) NULL, razorpay_webhook_secret_changed_at DATETIME(3) NULL,
  updated_at DATETIME(3) NOT NULL, year_starts_month TINYINT UNSIGNED NOT NULL DEFAULT 4,
  activation_code_required TINYINT NOT NULL DEFAULT 0,
  factor_roles VARCHAR(60) COLLATE utf8mb4_bin NOT NULL DEFAULT '', online_admissions TINYINT NOT NULL DEFAULT 1,
  part_payment_allowed TINYINT NOT NULL DEFAULT 0, part_payment_minimum_paise BIGINT NOT NULL DEFAULT 0,
  rank_shown TINYINT NOT NULL DEFAULT 1, maps_key VARCHAR(400) NULL, maps_browser_key VARCHAR(400) NULL,
  fine_kind ENUM('none','flat','per_day','slabs') NOT NULL DEFAULT 'none', fine_amount_paise BIGINT NOT NULL DEFAULT 0,
  fine_grace_days SMALLINT UNSIGNED NOT NULL DEFAULT 0, fine_cap_paise BIGINT NULL,
  saturdays_off ENUM('none','second_fourth','all') NOT NULL DEFAULT 'none', bank_name VARCHAR(100) NULL,
  bank_account_number VARCHAR(20) NULL, bank_ifsc_code VARCHAR(11) NULL, aadhaar_last_four_at DATETIME(3) NULL,
  CONSTRAINT school_settings_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT school_settings_year CHECK (year_starts_month BETWEEN 1 AND 12),
  CONSTRAINT school_settings_amounts CHECK (part_payment_minimum_paise >= 0 AND fine_amount_paise >= 0)
) ENGINE=InnoDB;

CREATE TABLE grade_bands (
  school_id BIGINT UNSIGNED NOT NULL, grade VARCHAR(10) NOT NULL, from_percent TINYINT UNSIGNED NOT NULL,
  PRIMARY KEY (school_id, grade), UNIQUE KEY grade_bands_from (school_id, from_percent),
  CONSTRAINT grade_bands_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT grade_bands_percent CHECK (from_percent <= 100)
) ENGINE=InnoDB;

-- == Files, outgoing mail and jobs ==

-- thumbnail_of: a thumbnail is a file of its own, and is deleted with its picture.
CREATE TABLE files (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  student_id BIGINT UNSIGNED NULL, storage_key VARCHAR(120) COLLATE utf8mb4_bin NOT NULL,
  visibility ENUM('public','student','school') NOT NULL, content_type VARCHAR(80) NOT NULL,
  file_name VARCHAR(160) NOT NULL, size_bytes INT UNSIGNED NOT NULL,
  state ENUM('pending','kept') NOT NULL DEFAULT 'pending', thumbnail_of BIGINT UNSIGNED NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY files_storage_key (storage_key), UNIQUE KEY files_thumbnail_of (thumbnail_of),
  KEY files_by_state (state, created_at),
  CONSTRAINT files_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT files_thumbnail FOREIGN KEY (thumbnail_of) REFERENCES files (id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- kind 'account': sign-in, password and security mails, sent despite the address's state. bounced_at: accepted, then
-- bounced later. breach_person_id: mails about a breach are counted per case and kept with it.
CREATE TABLE outgoing_mail (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NULL,
  kind ENUM('transactional','bulk','account') NOT NULL DEFAULT 'transactional', to_address VARCHAR(190) NOT NULL,
  subject VARCHAR(200) NOT NULL, body_text TEXT NOT NULL,
  state ENUM('waiting','sent','failed','skipped') NOT NULL DEFAULT 'waiting',
  attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0, last_error VARCHAR(300) NULL, created_at DATETIME(3) NOT NULL,
  sent_at DATETIME(3) NULL, bounced_at DATETIME(3) NULL, breach_person_id BIGINT UNSIGNED NULL,
  KEY mail_by_state (state, created_at)
) ENGINE=InnoDB;

-- unique_key: at most one unfinished job with that key (NULL allows any number). lost: consecutive worker crashes
-- while the job ran; after two it fails.
CREATE TABLE jobs (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NULL,
  kind VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, payload TEXT NOT NULL,
  unique_key VARCHAR(120) COLLATE utf8mb4_bin NULL,
  state ENUM('waiting','running','done','failed') NOT NULL DEFAULT 'waiting', run_at DATETIME(3) NOT NULL,
  attempts SMALLINT UNSIGNED NOT NULL DEFAULT 0, lost TINYINT UNSIGNED NOT NULL DEFAULT 0,
  leased_until DATETIME(3) NULL, leased_by VARCHAR(60) NULL, last_error VARCHAR(300) NULL,
  created_at DATETIME(3) NOT NULL, finished_at DATETIME(3) NULL,
  is_open TINYINT GENERATED ALWAYS AS (IF(state IN ('waiting','running'),1,NULL)) VIRTUAL,
  UNIQUE KEY jobs_one_open (unique_key, is_open), KEY jobs_due (state, run_at), KEY jobs_leased (state, leased_until)
) ENGINE=InnoDB;

-- == What was done, and limits on trying ==

-- audit_by_time_of_all serves the operator's export: all schools in chronological order.
CREATE TABLE audit_entries (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  actor_kind ENUM('staff','student','system','guardian') NOT NULL, actor_id BIGINT UNSIGNED NULL,
  actor_name VARCHAR(120) NOT NULL, action VARCHAR(60) NOT NULL, subject_kind VARCHAR(40) NOT NULL,
  subject_id BIGINT UNSIGNED NULL, details TEXT NOT NULL, created_at DATETIME(3) NOT NULL,
  KEY audit_by_time (school_id, created_at), KEY audit_by_subject (school_id, subject_kind, subject_id),
  KEY audit_by_time_of_all (created_at),
  CONSTRAINT audit_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Sign-ins, refusals and downloads. No foreign keys: an event outlives its subject, and writing it never waits for
-- the subject's row. same_key merges equal events of a minute into one row.
CREATE TABLE security_events (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, happened_at DATETIME(3) NOT NULL,
  times INT UNSIGNED NOT NULL DEFAULT 1, same_key BINARY(32) NOT NULL, kind VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NULL, actor_kind VARCHAR(10) COLLATE utf8mb4_bin NOT NULL, actor_id BIGINT UNSIGNED NULL,
  subject_kind VARCHAR(10) COLLATE utf8mb4_bin NOT NULL, subject_id BIGINT UNSIGNED NULL, name_digest BINARY(32) NULL,
  address VARCHAR(45) COLLATE utf8mb4_bin NULL, request_id VARCHAR(40) COLLATE utf8mb4_bin NULL,
  device VARCHAR(60) NULL, details VARCHAR(2000) NOT NULL,
  UNIQUE KEY security_events_same (same_key), KEY security_events_by_school (school_id, happened_at),
  KEY security_events_by_actor (actor_kind, actor_id, happened_at), KEY security_events_by_time (happened_at)
) ENGINE=InnoDB;

CREATE TABLE throttles (
  bucket VARCHAR(120) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, failures INT UNSIGNED NOT NULL,
  first_failed_at DATETIME(3) NOT NULL, last_failed_at DATETIME(3) NOT NULL, blocked_until DATETIME(3) NULL,
  expires_at DATETIME(3) NOT NULL,
  KEY throttles_by_expiry (expires_at)
) ENGINE=InnoDB;

-- == The installation ==

CREATE TABLE backups (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, made_at DATETIME(3) NOT NULL, file_name VARCHAR(60) NOT NULL,
  size_bytes BIGINT UNSIGNED NOT NULL,
  KEY backups_by_time (made_at)
) ENGINE=InnoDB;

-- version changes with every write to a school's rows of a table, for tables on pages that browsers cache (decision
-- 38). School 0: the writer did not name one, so all schools.
CREATE TABLE table_versions (
  school_id BIGINT UNSIGNED NOT NULL, table_name VARCHAR(64) COLLATE utf8mb4_bin NOT NULL,
  version BIGINT UNSIGNED NOT NULL,
  PRIMARY KEY (school_id, table_name)
) ENGINE=InnoDB;

-- Foreign keys of tables that were made before the table to which they lead
ALTER TABLE schools ADD CONSTRAINT schools_logo FOREIGN KEY (logo_file_id) REFERENCES files (id);
`)
