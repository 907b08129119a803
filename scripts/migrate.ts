import path from 'node:path'
import { closeDatabase } from '~/database/database.server'
import { migrate } from '~/database/migrate.server'
import { env } from '~/env.server'

const ran = await migrate(path.join(env().SHALA_BUILD_DIR, 'migrations'))
for (const name of ran) console.log(`migrated ${name}`)
await closeDatabase()
