import path from 'node:path'
import { pendingMigrations } from '~/database/migrate.server'
import { env } from '~/env.server'
import { Trouble } from './processes.mjs'

/** @throws Trouble while the database is of an earlier version than this folder */
export async function requireUpToDate(): Promise<void> {
  if ((await pendingMigrations(path.join(env().SHALA_BUILD_DIR, 'migrations'))).length > 0)
    throw new Trouble(
      'The database is not up to date with this folder: npm run upgrade backs it up and brings it up to date. After a restore, npm run migrate is enough.',
    )
}
