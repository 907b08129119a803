import type { Migration } from '../../app/database/migration'

/**
 * Delivery of an invitation code to the guardian: a message refers to a slip, never to a mail (decision 45). No code
 * was mailed before this migration, because guardians are as new.
 */
export const up: Migration = async (run) => {
  await run("ALTER TABLE guardian_invitations ADD COLUMN sent_by ENUM('slip','mail') NOT NULL DEFAULT 'slip'")
}
