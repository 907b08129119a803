import type { Migration } from '../../app/database/migration'

const exact = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin'

/**
 * Device data that identifies a session in the user's session list, and a maximum lifetime independent of use (decision
 * 22). Applies the limits to open sessions from their sign-in, so that old ones end at once.
 */
export const up: Migration = async (run) => {
  await run(`ALTER TABLE sessions
    ADD COLUMN public_id CHAR(12) ${exact} NULL AFTER id_hash,
    ADD COLUMN lifetime_minutes INT UNSIGNED NOT NULL DEFAULT 720 AFTER idle_minutes,
    ADD COLUMN device_browser VARCHAR(40) ${exact} NULL,
    ADD COLUMN device_system VARCHAR(40) ${exact} NULL,
    ADD COLUMN opened_network VARCHAR(40) ${exact} NULL,
    ADD COLUMN seen_network VARCHAR(40) ${exact} NULL`)
  // Hash of the hash, in the letters of public ids: reveals nothing of the token.
  await run(`UPDATE sessions SET public_id =
    REPLACE(REPLACE(REPLACE(REPLACE(SUBSTRING(SHA2(id_hash, 256), 1, 12), '0', 'g'), '1', 'h'), 'a', 'j'), 'e', 'k')`)
  await run('UPDATE sessions SET idle_minutes = 120 WHERE staff_user_id IS NOT NULL')
  await run(`UPDATE sessions SET lifetime_minutes = 43200 WHERE student_id IS NOT NULL AND idle_minutes > 30`)
  await run(`UPDATE sessions SET expires_at =
    LEAST(expires_at, seen_at + INTERVAL idle_minutes MINUTE, created_at + INTERVAL lifetime_minutes MINUTE)`)
  await run(`ALTER TABLE sessions
    MODIFY public_id CHAR(12) ${exact} NOT NULL,
    ALTER COLUMN lifetime_minutes DROP DEFAULT,
    ADD UNIQUE KEY sessions_public_id (public_id)`)
}
