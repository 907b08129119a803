import type { Migration } from '../../app/database/migration'

/** Rules for bulk senders: unsubscribed and bounced addresses, and mails that were skipped for that reason. */
export const up: Migration = async (run) => {
  // One row per school and address with a known state. bounced_at: mails bounce; only account mails are sent until the
  // office chooses "try again".
  // unsubscribed_at: no bulk mail.
  await run(`CREATE TABLE mail_addresses (
    id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    public_id CHAR(12) COLLATE utf8mb4_bin NOT NULL,
    school_id BIGINT UNSIGNED NOT NULL,
    to_address VARCHAR(190) NOT NULL,
    unsubscribed_at DATETIME(3) NULL,
    unsubscribed_by ENUM('page','one_click','complaint') NULL,
    bounced_at DATETIME(3) NULL,
    bounce_reason VARCHAR(300) NULL,
    soft_bounces INT UNSIGNED NOT NULL DEFAULT 0,
    soft_bounced_at DATETIME(3) NULL,
    created_at DATETIME(3) NOT NULL,
    updated_at DATETIME(3) NOT NULL,
    UNIQUE KEY mail_addresses_public_id (public_id),
    UNIQUE KEY mail_addresses_address (school_id, to_address),
    CONSTRAINT mail_addresses_school FOREIGN KEY (school_id) REFERENCES schools (id)
  ) ENGINE=InnoDB`)

  // bounced_at: accepted, then bounced later. kind 'account': sign-in, password and security mails, sent despite the
  // address's state.
  await run(`ALTER TABLE outgoing_mail
    MODIFY state ENUM('waiting','sent','failed','skipped') NOT NULL DEFAULT 'waiting',
    ADD COLUMN kind ENUM('transactional','bulk','account') NOT NULL DEFAULT 'transactional' AFTER school_id,
    ADD COLUMN bounced_at DATETIME(3) NULL`)
}
