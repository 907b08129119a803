import type { Migration } from '../../app/database/migration'

/** While one request asks the provider for a payment's link, concurrent requests wait for its answer. */
export const up: Migration = async (run) => {
  await run('ALTER TABLE payments ADD COLUMN link_claimed_until DATETIME(3) NULL AFTER link_expires_at')
}
