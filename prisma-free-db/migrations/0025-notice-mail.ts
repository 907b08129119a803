import type { Migration } from '../../app/database/migration'

/** A notice and an event are written once for each form; a notice knows how far its mail has got; so does a first password. */
export const up: Migration = async (run) => {
  // mail_after: families up to this address have been written to; NULL when no mail waits. It moves in the transaction that
  // writes the mails, so that a worker that dies writes to nobody twice.
  await run(`ALTER TABLE notices
    ADD COLUMN form_key VARCHAR(40) CHARACTER SET ascii NULL AFTER public_id,
    ADD COLUMN mail_after VARCHAR(190) NULL AFTER until_on,
    ADD COLUMN mailed_to INT UNSIGNED NOT NULL DEFAULT 0 AFTER mail_after,
    ADD UNIQUE KEY notices_form_key (school_id, form_key)`)
  await run(`ALTER TABLE events
    ADD COLUMN form_key VARCHAR(40) CHARACTER SET ascii NULL AFTER public_id,
    ADD UNIQUE KEY events_form_key (school_id, form_key)`)
  // The form that last gave a student back to the first password: sent twice, it must not make a slip worthless twice.
  await run(
    'ALTER TABLE students ADD COLUMN first_password_key VARCHAR(40) CHARACTER SET ascii NULL AFTER activation_round',
  )
}
