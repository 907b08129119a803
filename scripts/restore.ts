import { existsSync } from 'node:fs'
import path from 'node:path'
import { closeDatabase } from '~/database/database.server'
import { pendingMigrations } from '~/database/migrate.server'
import { env } from '~/env.server'
import { holdOutgoing } from '~/models/outbox/hold-outgoing.server'
import { restoreBackup } from './backups/restore-backup'
import { heldWords } from './held-words'
import { oneAtATime } from './one-at-a-time'
import { runMain, Trouble } from './processes.mjs'

/*
 * `npm run restore -- <file>`: what `npm run backup` made, into an empty database and an empty DATA_DIR or bucket. What goes out is held
 * (`npm run held`).
 */
const migrations = path.join(env().SHALA_BUILD_DIR, 'migrations')

await runMain(async () => {
  const [file] = process.argv.slice(2)
  if (!file) throw new Trouble('Say which backup: npm run restore -- <file>')
  if (!existsSync(file)) throw new Trouble(`There is no file ${file}.`)
  const started = performance.now()
  const { madeAt, rows, files } = await oneAtATime(() =>
    restoreBackup(path.resolve(file), { onRows: () => holdOutgoing('restore') }),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(
    `Restored as of ${madeAt} (${seconds} s): ${rows.students?.after} students, ${rows.payments?.after} payments, ${files.count} files`,
  )
  if ((await pendingMigrations(migrations)).length > 0)
    console.log('It is of an earlier version. Bring it up to date before the app starts: npm run migrate')
  console.log(heldWords)
})
await closeDatabase()
