import type { Migration } from '../../app/database/migration'

/**
 * Lane for the mails of unapproved schools and of registrations, which any stranger can trigger: separate slots keep
 * them from delaying other mails. Waiting jobs keep the lane `mail`.
 */
export const up: Migration = async (run) => {
  await run(
    `ALTER TABLE jobs MODIFY COLUMN lane ENUM('work','mail','message','import','provider','unapproved-mail') NOT NULL DEFAULT 'work'`,
  )
}
