import path from 'node:path'
import { closeDatabase } from '~/database/database.server'
import { isDatabaseGone } from '~/database/errors.server'
import { migrate } from '~/database/migrate.server'
import { env } from '~/env.server'
import { oneAtATime } from './one-at-a-time'
import { runMain, Trouble } from './processes.mjs'

/* `npm run migrate`: brings the database up to date. A second one at the same time waits, and finds nothing left to do. */
const migrations = path.join(env().SHALA_BUILD_DIR, 'migrations')
await runMain(async () => {
  try {
    for (const name of await oneAtATime(() => migrate(migrations))) console.log(`migrated ${name}`)
  } catch (error) {
    // Of a password that is wrong, or a server that is not there, a sentence says more than a stack.
    if (isDatabaseGone(error) || isDenied(error))
      throw new Trouble(`The database of DATABASE_URL cannot be used: ${reasonOf(error)}`)
    throw error
  }
})
await closeDatabase()

function isDenied(error: unknown): boolean {
  return error instanceof Error && /AccessDenied|Access denied|Unknown database/i.test(`${error.name} ${error.message}`)
}

/** What the server says, which names the account and the database and nobody's data. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
