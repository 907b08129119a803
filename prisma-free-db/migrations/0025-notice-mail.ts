import type { Migration } from '../../app/database/migration'

/** Makes notices, events and first passwords idempotent per form, and records the progress of a notice's mail. */
export const up: Migration = async (run) => {
  // mail_after: mails are written up to this address; NULL when none wait. Updated in the transaction that writes the
  // mails, so that a crashed worker writes none twice.
  await run(`ALTER TABLE notices
    ADD COLUMN form_key VARCHAR(40) CHARACTER SET ascii NULL AFTER public_id,
    ADD COLUMN mail_after VARCHAR(190) NULL AFTER until_on,
    ADD COLUMN mailed_to INT UNSIGNED NOT NULL DEFAULT 0 AFTER mail_after,
    ADD UNIQUE KEY notices_form_key (school_id, form_key)`)
  await run(`ALTER TABLE events
    ADD COLUMN form_key VARCHAR(40) CHARACTER SET ascii NULL AFTER public_id,
    ADD UNIQUE KEY events_form_key (school_id, form_key)`)
  // Form that last reset a student to the first password: submitting it again must not invalidate the printed slip.
  await run(
    'ALTER TABLE students ADD COLUMN first_password_key VARCHAR(40) CHARACTER SET ascii NULL AFTER activation_round',
  )
}
