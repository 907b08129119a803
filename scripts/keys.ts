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
  if (left > 0) console.log(`Texts that the worker will seal with APP_KEY within the hour: ${left}.`)
  else if (hasOldKey()) {
    console.log('Only files of imports still need APP_KEY_OLD. Remove it three days after you changed APP_KEY.')
  }
})
await closeDatabase()
