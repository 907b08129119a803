import path from 'node:path'
import { closeDatabase } from '~/database/database.server'
import { migrate } from '~/database/migrate.server'
import { whileSchemaLocked } from '~/database/schema-lock.server'
import { env } from '~/env.server'

/* `npm run migrate`: brings the database up to date. A second one at the same time waits, and finds nothing left to do. */
const folder = path.join(env().SHALA_BUILD_DIR, 'migrations')
const ran = await whileSchemaLocked(
  () => migrate(folder),
  () => console.log('Waiting for another migration, backup or restore of this database …'),
)
for (const name of ran) console.log(`migrated ${name}`)
await closeDatabase()
