import path from 'node:path'
import { pendingMigrations } from '~/database/migrate.server'
import { env } from '~/env.server'
import { otherVersion, Trouble } from './processes.mjs'

/** @throws Trouble while the database is of an earlier version than this folder */
export async function requireUpToDate(): Promise<void> {
  if ((await pendingMigrations(path.join(env().SHALA_BUILD_DIR, 'migrations'))).length > 0)
    throw new Trouble(otherVersion)
}
