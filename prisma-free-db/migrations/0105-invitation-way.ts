import type { Migration } from '../../app/database/migration'

/** How the code of an invitation goes to the guardian: a message points at a slip, never at a mail (decision 45). Guardians came with the migrations just before: no code was mailed yet. */
export const up: Migration = async (run) => {
  await run("ALTER TABLE guardian_invitations ADD COLUMN sent_by ENUM('slip','mail') NOT NULL DEFAULT 'slip'")
}
