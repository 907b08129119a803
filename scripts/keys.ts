import { closeDatabase } from '~/database/database.server'
import { countSealed } from '~/models/core/sealing/reseal.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { hasOldKey } from '~/services/secrets/secrets.server'
import { runMain } from './processes.mjs'

/*
 * `npm run keys` counts values sealed with the current and with the previous APP_KEY, and shows whether APP_KEY_OLD is
 * still needed.
 */
await runMain(async () => {
  const counts = await countSealed(systemScope())
  console.table(Object.fromEntries(counts.map(({ name, ...count }) => [name, count])))
  const left = counts.reduce((sum, { before }) => sum + before, 0)
  if (left > 0) console.log(`${left} texts wait for the worker, which seals them with APP_KEY within the hour.`)
  else if (hasOldKey()) {
    console.log('Nothing needs APP_KEY_OLD but files of imports: three days after the change it can be taken away.')
  }
})
await closeDatabase()
