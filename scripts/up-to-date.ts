import path from 'node:path'
import { pendingMigrations } from '~/database/migrate.server'
import { env } from '~/env.server'
import { otherVersion, Trouble } from './processes.mjs'

/** @throws Trouble when migrations of this folder have not run on the database */
export async function requireUpToDate(): Promise<void> {
  if ((await pendingMigrations(path.join(env().SHALA_BUILD_DIR, 'migrations'))).length > 0)
    throw new Trouble(otherVersion)
}
