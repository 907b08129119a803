import type { Migration } from '../../app/database/migration'

/** Hidden columns per staff user, by the address of the list (JSON text). */
export const up: Migration = async (run) => {
  await run('ALTER TABLE staff_users ADD COLUMN list_layouts TEXT NULL')
}
