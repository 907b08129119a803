import type { Migration } from '../../app/database/migration'

const events =
  "'absent','due_soon','overdue','receipt','bounced','urgent','results','certificate','bus_delay','breach','invitation'"
const languages = "'en','hi','gu'"

/**
 * Messages to families: the school's registered texts, the messages, each attempt with a provider, and the choices of a
 * school and a guardian.
 */
export const up: Migration = async (run) => {
  // variables: one per line, in the order of the text: `student: Asha`, a name with the sample value for the
  // registration.
  await run(`CREATE TABLE message_templates (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    event ENUM(${events}) NOT NULL,
    channel ENUM('sms','whatsapp') NOT NULL,
    language ENUM(${languages}) NOT NULL,
    category ENUM('service','promotional') NOT NULL,
    header VARCHAR(11) NULL,
    provider_name VARCHAR(100) NULL,
    dlt_template_id VARCHAR(30) NULL,
    body VARCHAR(2000) NOT NULL,
    variables VARCHAR(1000) NULL,
    state ENUM('draft','registered','refused','off') NOT NULL,
    refusal VARCHAR(300) NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    form_key VARCHAR(40) COLLATE utf8mb4_bin NOT NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY message_templates_public_id (public_id),
    UNIQUE KEY message_templates_form_key (school_id, form_key),
    UNIQUE KEY message_templates_one (school_id, event, channel, language),
    CONSTRAINT message_templates_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // once_key: each recipient gets one message per event, even if it is triggered again. facts: the values at that time,
  // not yet translated.
  await run(`CREATE TABLE outgoing_messages (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    student_id BIGINT UNSIGNED NOT NULL,
    guardian_id BIGINT UNSIGNED NULL,
    once_key VARCHAR(120) COLLATE utf8mb4_bin NOT NULL,
    event ENUM(${events}) NOT NULL,
    recipient_name VARCHAR(120) NOT NULL,
    language ENUM(${languages}) NOT NULL,
    is_urgent TINYINT NOT NULL DEFAULT 0,
    facts TEXT NOT NULL,
    channel ENUM('whatsapp','sms','mail') NULL,
    state ENUM('waiting','sending','sent','delivered','read','failed','unsure','held','skipped') NOT NULL,
    reason VARCHAR(300) NULL,
    retried_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY outgoing_messages_public_id (public_id),
    UNIQUE KEY outgoing_messages_once (school_id, once_key),
    UNIQUE KEY outgoing_messages_of_school (school_id, id),
    KEY outgoing_messages_of_student (school_id, student_id, id),
    KEY outgoing_messages_by_state (school_id, state, id),
    KEY outgoing_messages_by_month (school_id, created_at),
    KEY outgoing_messages_waiting (state, updated_at),
    CONSTRAINT outgoing_messages_student FOREIGN KEY (school_id, student_id) REFERENCES students (school_id, id),
    CONSTRAINT outgoing_messages_guardian FOREIGN KEY (guardian_id) REFERENCES family_guardians (id) ON DELETE SET NULL
  ) ENGINE=InnoDB`)

  // One row per attempt in which a provider received, or may have received, the message: public_id is the reference
  // sent with it.
  await run(`CREATE TABLE message_attempts (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    message_id BIGINT UNSIGNED NOT NULL,
    channel ENUM('whatsapp','sms','mail') NOT NULL,
    template_id BIGINT UNSIGNED NULL,
    to_address VARCHAR(190) NOT NULL,
    body VARCHAR(2000) NOT NULL,
    parts SMALLINT UNSIGNED NOT NULL,
    cost_paise INT UNSIGNED NOT NULL,
    state ENUM('sending','sent','delivered','read','failed','unsure') NOT NULL,
    reason VARCHAR(300) NULL,
    provider_id VARCHAR(190) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    asked_at DATETIME(3) NOT NULL,
    sent_at DATETIME(3) NULL,
    reported_at DATETIME(3) NULL,
    UNIQUE KEY message_attempts_public_id (public_id),
    KEY message_attempts_of_message (school_id, message_id, id),
    KEY message_attempts_of_provider (school_id, provider_id),
    KEY message_attempts_by_month (school_id, asked_at, channel, cost_paise),
    KEY message_attempts_open (state, asked_at),
    CONSTRAINT message_attempts_message FOREIGN KEY (school_id, message_id) REFERENCES outgoing_messages (school_id, id),
    CONSTRAINT message_attempts_template FOREIGN KEY (template_id) REFERENCES message_templates (id) ON DELETE SET NULL
  ) ENGINE=InnoDB`)

  // Events that the portal reports automatically, the days for dues, and the URLs allowed by the operators (one per
  // line).
  await run(`CREATE TABLE message_rules (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    events VARCHAR(300) NOT NULL,
    allowed_urls VARCHAR(1000) NULL,
    due_before_days SMALLINT UNSIGNED NOT NULL,
    overdue_after_days SMALLINT UNSIGNED NOT NULL,
    report_hours SMALLINT UNSIGNED NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT message_rules_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // muted: names of events for which the guardian refuses messages.
  await run(`CREATE TABLE message_preferences (
    school_id BIGINT UNSIGNED NOT NULL,
    guardian_id BIGINT UNSIGNED NOT NULL,
    first_channel ENUM('whatsapp','sms','mail') NULL,
    muted VARCHAR(300) NOT NULL,
    version INT UNSIGNED NOT NULL DEFAULT 1,
    updated_at DATETIME(3) NOT NULL,
    PRIMARY KEY (school_id, guardian_id),
    CONSTRAINT message_preferences_guardian FOREIGN KEY (school_id, guardian_id)
      REFERENCES family_guardians (school_id, id) ON DELETE CASCADE
  ) ENGINE=InnoDB`)
}
