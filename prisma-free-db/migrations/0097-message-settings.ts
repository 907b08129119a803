import type { Migration } from '../../app/database/migration'

/**
 * Settings for messages to families by SMS and WhatsApp: accounts with a gateway and WhatsApp, spending limit and quiet
 * hours; and the providers' delivery reports.
 */
export const up: Migration = async (run) => {
  // Keys are sealed texts of services/secrets. sms_refusal: the gateway's last reason for refusing the account, which
  // is then not retried for some minutes. sms_report_token: part of the report address, because gateways do not sign
  // reports.
  await run(`CREATE TABLE message_settings (
    school_id BIGINT UNSIGNED NOT NULL PRIMARY KEY,
    sms_gateway ENUM('exotel','exotel_mumbai','msg91','file') NULL,
    sms_account VARCHAR(60) NULL,
    sms_key_id VARCHAR(100) NULL,
    sms_key VARCHAR(400) NULL,
    sms_refusal ENUM('keys','balance') NULL,
    sms_refused_at DATETIME(3) NULL,
    sms_report_token VARCHAR(200) NULL,
    sms_report_token_old VARCHAR(200) NULL,
    sms_report_token_changed_at DATETIME(3) NULL,
    dlt_entity_id VARCHAR(19) NULL,
    sms_header VARCHAR(9) NULL,
    whatsapp_phone_id VARCHAR(20) NULL,
    whatsapp_business_id VARCHAR(20) NULL,
    whatsapp_token VARCHAR(1000) NULL,
    whatsapp_refusal ENUM('keys','balance') NULL,
    whatsapp_refused_at DATETIME(3) NULL,
    whatsapp_app_secret VARCHAR(400) NULL,
    whatsapp_app_secret_old VARCHAR(400) NULL,
    whatsapp_app_secret_changed_at DATETIME(3) NULL,
    whatsapp_verify_token VARCHAR(200) NULL,
    monthly_budget_paise BIGINT NOT NULL DEFAULT 100000,
    sms_part_paise BIGINT NOT NULL DEFAULT 25,
    whatsapp_paise BIGINT NOT NULL DEFAULT 12,
    daily_quota INT UNSIGNED NOT NULL DEFAULT 2000,
    quiet_from SMALLINT UNSIGNED NOT NULL DEFAULT 1260,
    quiet_to SMALLINT UNSIGNED NOT NULL DEFAULT 480,
    first_channel ENUM('sms','whatsapp') NOT NULL DEFAULT 'whatsapp',
    updated_at DATETIME(3) NOT NULL,
    CONSTRAINT message_settings_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // A repeated report is one row; its message is found when the report is applied.
  await run(`CREATE TABLE message_reports (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    school_id BIGINT UNSIGNED NOT NULL,
    channel ENUM('sms','whatsapp') NOT NULL,
    provider_id VARCHAR(190) COLLATE utf8mb4_bin NOT NULL,
    reference VARCHAR(40) COLLATE utf8mb4_bin NULL,
    state ENUM('sent','delivered','read','failed') NOT NULL,
    reason ENUM('unreachable','limited','keys','template','number','dnd','balance','refused') NULL,
    reported_at DATETIME(3) NOT NULL,
    applied_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    UNIQUE KEY message_reports_once (school_id, channel, provider_id, state),
    KEY message_reports_of_message (school_id, reference),
    KEY message_reports_waiting (school_id, applied_at, id),
    KEY message_reports_by_age (created_at),
    CONSTRAINT message_reports_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)
}
