import path from 'node:path'
import { closeDatabase } from '~/database/database.server'
import { migrate } from '~/database/migrate.server'
import { env } from '~/env.server'
import { oneAtATime } from './one-at-a-time'
import { runMain } from './processes.mjs'

/* `npm run migrate`: brings the database up to date. A second run at the same time waits and finds nothing to do. */
const migrations = path.join(env().SHALA_BUILD_DIR, 'migrations')
await runMain(async () => {
  for (const name of await oneAtATime(() => migrate(migrations))) console.log(`migrated ${name}`)
})
await closeDatabase()
