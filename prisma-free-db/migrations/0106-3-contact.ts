import { statementsOf } from '../../app/database/migration'

/** Baseline of contact (decision 62): notices, messages, consent and grievances, as of migration 0106. */
export const up = statementsOf(`
-- == Notices and events ==

-- is_automatic: written by the portal when data of one student changes; the office's list shows only notices by
-- people. mail_after: mails are written up to this address; NULL when none wait. Updated in the transaction that
-- writes the mails, so that a crashed worker writes none twice.
CREATE TABLE notices (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NULL, school_id BIGINT UNSIGNED NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, title VARCHAR(120) NOT NULL, body VARCHAR(4000) NOT NULL,
  priority ENUM('high','medium','low') NOT NULL DEFAULT 'medium', from_on DATE NOT NULL, until_on DATE NULL,
  mail_after VARCHAR(190) NULL, mailed_to INT UNSIGNED NOT NULL DEFAULT 0,
  audience ENUM('school','class','section','student') NOT NULL, is_automatic TINYINT NOT NULL DEFAULT 0,
  class_id BIGINT UNSIGNED NULL, section_id BIGINT UNSIGNED NULL, student_id BIGINT UNSIGNED NULL,
  created_by BIGINT UNSIGNED NULL, created_by_name VARCHAR(120) NOT NULL, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY notices_public_id (public_id), UNIQUE KEY notices_in_school (school_id, id),
  UNIQUE KEY notices_form_key (school_id, form_key), KEY notices_by_day (school_id, from_on),
  CONSTRAINT notices_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
  CONSTRAINT notices_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT notices_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
  CONSTRAINT notices_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT notices_order CHECK (until_on IS NULL OR from_on <= until_on),
  CONSTRAINT notices_addressed CHECK ((audience = 'class') = (class_id IS NOT NULL)
    AND (audience = 'section') = (section_id IS NOT NULL) AND (audience = 'student') = (student_id IS NOT NULL))
) ENGINE=InnoDB;

CREATE TABLE notice_readers (
  notice_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, school_id BIGINT UNSIGNED NOT NULL,
  read_at DATETIME(3) NOT NULL,
  PRIMARY KEY (notice_id, student_id), KEY notice_readers_of_student (student_id),
  CONSTRAINT notice_readers_notice FOREIGN KEY (school_id, notice_id) REFERENCES notices (school_id, id) ON DELETE CASCADE,
  CONSTRAINT notice_readers_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE events (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NULL, school_id BIGINT UNSIGNED NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, title VARCHAR(120) NOT NULL, description VARCHAR(1000) NULL,
  type ENUM('celebration','sports','cultural','meeting','trip','competition','other') NOT NULL,
  priority ENUM('high','medium','low') NOT NULL DEFAULT 'medium', starts_on DATE NOT NULL, ends_on DATE NOT NULL,
  audience ENUM('school','class','section','student') NOT NULL, class_id BIGINT UNSIGNED NULL,
  section_id BIGINT UNSIGNED NULL, student_id BIGINT UNSIGNED NULL, created_by BIGINT UNSIGNED NULL,
  created_by_name VARCHAR(120) NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY events_public_id (public_id), UNIQUE KEY events_in_school (school_id, id),
  UNIQUE KEY events_form_key (school_id, form_key), KEY events_by_day (school_id, starts_on),
  CONSTRAINT events_class FOREIGN KEY (school_id, class_id) REFERENCES classes (school_id, id),
  CONSTRAINT events_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT events_section FOREIGN KEY (school_id, section_id) REFERENCES sections (school_id, id),
  CONSTRAINT events_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
  CONSTRAINT events_order CHECK (starts_on <= ends_on),
  CONSTRAINT events_addressed CHECK ((audience = 'class') = (class_id IS NOT NULL)
    AND (audience = 'section') = (section_id IS NOT NULL) AND (audience = 'student') = (student_id IS NOT NULL))
) ENGINE=InnoDB;

-- == Mail addresses and messages ==

-- One row per school and address with a known state. bounced_at: mails bounce; only account mails are sent until the
-- office chooses "try again". unsubscribed_at: no bulk mail.
CREATE TABLE mail_addresses (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, to_address VARCHAR(190) NOT NULL, unsubscribed_at DATETIME(3) NULL,
  unsubscribed_by ENUM('page','one_click','complaint') NULL, bounced_at DATETIME(3) NULL,
  bounce_reason VARCHAR(300) NULL, soft_bounces INT UNSIGNED NOT NULL DEFAULT 0, soft_bounced_at DATETIME(3) NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY mail_addresses_public_id (public_id), UNIQUE KEY mail_addresses_address (school_id, to_address),
  CONSTRAINT mail_addresses_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Keys are sealed texts of services/secrets. sms_refusal: the gateway's last reason for refusing the account, which
-- is then not retried for some minutes. sms_report_token: part of the report address, because gateways do not sign
-- reports.
CREATE TABLE message_settings (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, sms_gateway ENUM('exotel','exotel_mumbai','msg91','file') NULL,
  sms_account VARCHAR(60) NULL, sms_key_id VARCHAR(100) NULL, sms_key VARCHAR(400) NULL,
  sms_refusal ENUM('keys','balance') NULL, sms_refused_at DATETIME(3) NULL, sms_report_token VARCHAR(200) NULL,
  sms_report_token_old VARCHAR(200) NULL, sms_report_token_changed_at DATETIME(3) NULL, dlt_entity_id VARCHAR(19) NULL,
  sms_header VARCHAR(9) NULL, whatsapp_phone_id VARCHAR(20) NULL, whatsapp_business_id VARCHAR(20) NULL,
  whatsapp_token VARCHAR(1000) NULL, whatsapp_refusal ENUM('keys','balance') NULL,
  whatsapp_refused_at DATETIME(3) NULL, whatsapp_app_secret VARCHAR(400) NULL,
  whatsapp_app_secret_old VARCHAR(400) NULL, whatsapp_app_secret_changed_at DATETIME(3) NULL,
  whatsapp_verify_token VARCHAR(200) NULL, monthly_budget_paise BIGINT NOT NULL DEFAULT 100000,
  sms_part_paise BIGINT NOT NULL DEFAULT 25, whatsapp_paise BIGINT NOT NULL DEFAULT 12,
  daily_quota INT UNSIGNED NOT NULL DEFAULT 2000, quiet_from SMALLINT UNSIGNED NOT NULL DEFAULT 1260,
  quiet_to SMALLINT UNSIGNED NOT NULL DEFAULT 480, first_channel ENUM('sms','whatsapp') NOT NULL DEFAULT 'whatsapp',
  updated_at DATETIME(3) NOT NULL,
  CONSTRAINT message_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- variables: one per line, in the order of the text: 'student: Asha', a name with the sample value for the
-- registration.
CREATE TABLE message_templates (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL,
  event ENUM('absent', 'due_soon', 'overdue', 'receipt', 'bounced', 'urgent', 'results', 'certificate', 'bus_delay',
    'breach', 'invitation') NOT NULL,
  channel ENUM('sms','whatsapp') NOT NULL, language ENUM('en','hi','gu') NOT NULL,
  category ENUM('service','promotional') NOT NULL, header VARCHAR(11) NULL, provider_name VARCHAR(100) NULL,
  dlt_template_id VARCHAR(30) NULL, body VARCHAR(2000) NOT NULL, variables VARCHAR(1000) NULL,
  state ENUM('draft','registered','refused','off') NOT NULL, refusal VARCHAR(300) NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY message_templates_public_id (public_id), UNIQUE KEY message_templates_form_key (school_id, form_key),
  UNIQUE KEY message_templates_one (school_id, event, channel, language),
  CONSTRAINT message_templates_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Events that the portal reports automatically, the days for dues, and the URLs allowed by the operators (one per
-- line).
CREATE TABLE message_rules (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, events VARCHAR(300) NOT NULL, allowed_urls VARCHAR(1000) NULL,
  due_before_days SMALLINT UNSIGNED NOT NULL, overdue_after_days SMALLINT UNSIGNED NOT NULL,
  report_hours SMALLINT UNSIGNED NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT message_rules_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- muted: names of events for which the guardian refuses messages.
CREATE TABLE message_preferences (
  school_id BIGINT UNSIGNED NOT NULL, guardian_id BIGINT UNSIGNED NOT NULL,
  first_channel ENUM('whatsapp','sms','mail') NULL, muted VARCHAR(300) NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, updated_at DATETIME(3) NOT NULL,
  PRIMARY KEY (school_id, guardian_id),
  CONSTRAINT message_preferences_guardian FOREIGN KEY (school_id, guardian_id)
    REFERENCES family_guardians (school_id, id) ON DELETE CASCADE
) ENGINE=InnoDB;

-- once_key: each recipient gets one message per event, even if it is triggered again. facts: the values at that time,
-- not yet translated.
CREATE TABLE outgoing_messages (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL, guardian_id BIGINT UNSIGNED NULL,
  once_key VARCHAR(120) COLLATE utf8mb4_bin NOT NULL,
  event ENUM('absent', 'due_soon', 'overdue', 'receipt', 'bounced', 'urgent', 'results', 'certificate', 'bus_delay',
    'breach', 'invitation') NOT NULL,
  recipient_name VARCHAR(120) NOT NULL, language ENUM('en','hi','gu') NOT NULL, is_urgent TINYINT NOT NULL DEFAULT 0,
  facts TEXT NOT NULL, channel ENUM('whatsapp','sms','mail') NULL,
  state ENUM('waiting','sending','sent','delivered','read','failed','unsure','held','skipped') NOT NULL,
  reason VARCHAR(300) NULL, retried_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL,
  updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY outgoing_messages_public_id (public_id), UNIQUE KEY outgoing_messages_once (school_id, once_key),
  UNIQUE KEY outgoing_messages_of_school (school_id, id), KEY outgoing_messages_of_student (school_id, student_id, id),
  KEY outgoing_messages_by_state (school_id, state, id), KEY outgoing_messages_by_month (school_id, created_at),
  KEY outgoing_messages_waiting (state, updated_at),
  CONSTRAINT outgoing_messages_guardian FOREIGN KEY (guardian_id) REFERENCES family_guardians (id) ON DELETE SET NULL,
  CONSTRAINT outgoing_messages_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- One row per attempt in which a provider received, or may have received, the message: public_id is the reference
-- sent with it.
CREATE TABLE message_attempts (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, message_id BIGINT UNSIGNED NOT NULL,
  channel ENUM('whatsapp','sms','mail') NOT NULL, template_id BIGINT UNSIGNED NULL, to_address VARCHAR(190) NOT NULL,
  body VARCHAR(2000) NOT NULL, parts SMALLINT UNSIGNED NOT NULL, cost_paise INT UNSIGNED NOT NULL,
  state ENUM('sending','sent','delivered','read','failed','unsure') NOT NULL, reason VARCHAR(300) NULL,
  provider_id VARCHAR(190) COLLATE utf8mb4_bin NULL, asked_at DATETIME(3) NOT NULL, sent_at DATETIME(3) NULL,
  reported_at DATETIME(3) NULL,
  UNIQUE KEY message_attempts_public_id (public_id), KEY message_attempts_of_message (school_id, message_id, id),
  KEY message_attempts_of_provider (school_id, provider_id),
  KEY message_attempts_by_month (school_id, asked_at, channel, cost_paise),
  KEY message_attempts_open (state, asked_at),
  CONSTRAINT message_attempts_message FOREIGN KEY (school_id, message_id) REFERENCES outgoing_messages (school_id, id),
  CONSTRAINT message_attempts_template FOREIGN KEY (template_id) REFERENCES message_templates (id) ON DELETE SET NULL
) ENGINE=InnoDB;

-- A repeated report is one row; its message is found when the report is applied.
CREATE TABLE message_reports (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  channel ENUM('sms','whatsapp') NOT NULL, provider_id VARCHAR(190) COLLATE utf8mb4_bin NOT NULL,
  reference VARCHAR(40) COLLATE utf8mb4_bin NULL, state ENUM('sent','delivered','read','failed') NOT NULL,
  reason ENUM('unreachable','limited','keys','template','number','dnd','balance','refused') NULL,
  reported_at DATETIME(3) NOT NULL, applied_at DATETIME(3) NULL, created_at DATETIME(3) NOT NULL,
  UNIQUE KEY message_reports_once (school_id, channel, provider_id, state),
  KEY message_reports_of_message (school_id, reference), KEY message_reports_waiting (school_id, applied_at, id),
  KEY message_reports_by_age (created_at),
  CONSTRAINT message_reports_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- == Consent and grievances ==

-- answer_days: the school's own target, in addition to the law's 90 days.
CREATE TABLE privacy_settings (
  school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY, officer_name VARCHAR(120) NULL, officer_post VARCHAR(80) NULL,
  officer_email VARCHAR(190) NULL, officer_phone VARCHAR(20) NULL, answer_days INT NOT NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, updated_at DATETIME(3) NOT NULL,
  CONSTRAINT privacy_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- purpose: a built-in key, or a code for a purpose that the school added. number: version of the purpose's notice.
-- view: the notice as published, in all languages (JSON text). asks_anew: the purpose has changed, so a consent to an
-- earlier version no longer counts.
CREATE TABLE privacy_notices (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, purpose VARCHAR(20) COLLATE utf8mb4_bin NOT NULL, number INT UNSIGNED NOT NULL,
  title_en VARCHAR(80) NOT NULL, title_hi VARCHAR(80) NOT NULL, title_gu VARCHAR(80) NOT NULL,
  data_en VARCHAR(1000) NOT NULL, data_hi VARCHAR(1000) NOT NULL, data_gu VARCHAR(1000) NOT NULL,
  uses_en VARCHAR(1000) NOT NULL, uses_hi VARCHAR(1000) NOT NULL, uses_gu VARCHAR(1000) NOT NULL,
  shared_en VARCHAR(1000) NULL, shared_hi VARCHAR(1000) NULL, shared_gu VARCHAR(1000) NULL, asks_anew TINYINT NOT NULL,
  view MEDIUMTEXT NULL, published_at DATETIME(3) NULL, published_by_name VARCHAR(120) NULL,
  version INT UNSIGNED NOT NULL DEFAULT 1, form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
  created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  UNIQUE KEY privacy_notices_public_id (public_id), UNIQUE KEY privacy_notices_number (school_id, purpose, number),
  UNIQUE KEY privacy_notices_form_key (school_id, form_key), UNIQUE KEY privacy_notices_in_school (school_id, id),
  CONSTRAINT privacy_notices_school FOREIGN KEY (school_id) REFERENCES schools (id),
  CONSTRAINT privacy_notices_published CHECK ((view IS NULL) = (published_at IS NULL))
) ENGINE=InnoDB;

-- Rows are added and never changed. decided_at: start of validity; for a paper form, its date. language: language of
-- the notice shown. guardian_id: null when the student decided, at 18 or older.
CREATE TABLE consent_decisions (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, student_id BIGINT UNSIGNED NOT NULL,
  purpose VARCHAR(20) COLLATE utf8mb4_bin NOT NULL, notice_id BIGINT UNSIGNED NOT NULL,
  decision ENUM('given','refused','withdrawn','read') NOT NULL, decided_at DATETIME(3) NOT NULL,
  guardian_id BIGINT UNSIGNED NULL, decided_by_name VARCHAR(120) NOT NULL,
  channel ENUM('account','counter','paper') NOT NULL,
  verification ENUM('account','admission_papers','counter','signed_form') NOT NULL,
  language ENUM('en','hi','gu') NOT NULL, file_id BIGINT UNSIGNED NULL, recorded_by_name VARCHAR(120) NULL,
  created_at DATETIME(3) NOT NULL,
  UNIQUE KEY consent_decisions_public_id (public_id),
  KEY consent_decisions_of_student (school_id, student_id, purpose, id),
  CONSTRAINT consent_decisions_file FOREIGN KEY (file_id) REFERENCES files (id),
  CONSTRAINT consent_decisions_guardian FOREIGN KEY (school_id, guardian_id) REFERENCES family_guardians (school_id, id),
  CONSTRAINT consent_decisions_notice FOREIGN KEY (school_id, notice_id) REFERENCES privacy_notices (school_id, id),
  CONSTRAINT consent_decisions_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

CREATE TABLE grievance_counters (
  school_id BIGINT UNSIGNED NOT NULL, financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL,
  last_number INT UNSIGNED NOT NULL,
  PRIMARY KEY (school_id, financial_year),
  CONSTRAINT grievance_counters_school FOREIGN KEY (school_id) REFERENCES schools (id)
) ENGINE=InnoDB;

-- Visible only to the office and the writer: a guardian, a student, or a person who submitted it on paper (writer
-- 'paper'). student_id: the student concerned, if any. answer_by: the school's own target; law_by: the law's last
-- day.
CREATE TABLE grievances (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
  school_id BIGINT UNSIGNED NOT NULL, financial_year CHAR(7) COLLATE utf8mb4_bin NOT NULL,
  number INT UNSIGNED NOT NULL, writer ENUM('guardian','student','paper') NOT NULL, student_id BIGINT UNSIGNED NULL,
  guardian_id BIGINT UNSIGNED NULL, writer_name VARCHAR(120) NOT NULL, contact VARCHAR(190) NULL,
  topic ENUM('data','correction','erasure','consent','school') NOT NULL, words VARCHAR(3000) NOT NULL,
  language ENUM('en','hi','gu') NOT NULL, state ENUM('open','answered','reopened','closed') NOT NULL,
  received_on DATE NOT NULL, answer_by DATE NOT NULL, law_by DATE NOT NULL, version INT UNSIGNED NOT NULL DEFAULT 1,
  form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, created_at DATETIME(3) NOT NULL, updated_at DATETIME(3) NOT NULL,
  is_unread TINYINT(1) NOT NULL DEFAULT 0,
  UNIQUE KEY grievances_public_id (public_id), UNIQUE KEY grievances_number (school_id, financial_year, number),
  UNIQUE KEY grievances_form_key (school_id, form_key), UNIQUE KEY grievances_in_school (school_id, id),
  KEY grievances_queue (school_id, state, answer_by), KEY grievances_of_student (school_id, student_id, writer),
  CONSTRAINT grievances_guardian FOREIGN KEY (school_id, guardian_id) REFERENCES family_guardians (school_id, id),
  CONSTRAINT grievances_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id)
) ENGINE=InnoDB;

-- Later entries in order; rows are added and never changed.
CREATE TABLE grievance_entries (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY, school_id BIGINT UNSIGNED NOT NULL,
  grievance_id BIGINT UNSIGNED NOT NULL, kind ENUM('answered','reopened','closed') NOT NULL,
  words VARCHAR(3000) NOT NULL, by_name VARCHAR(120) NOT NULL, created_at DATETIME(3) NOT NULL,
  KEY grievance_entries_of (school_id, grievance_id, id),
  CONSTRAINT grievance_entries_grievance FOREIGN KEY (school_id, grievance_id) REFERENCES grievances (school_id, id)
) ENGINE=InnoDB;
`)
