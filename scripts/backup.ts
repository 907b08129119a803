import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import { recordBackup } from '~/models/core/installation/backups.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { keepNewest, makeBackup, oldestBackupTime } from './backups/make-backup'
import { requireCompleteBackup, summaryOf } from './backups/whole'
import { listPieces, logsFolder, removeOldPieces } from './logs/pieces'
import { oneAtATime } from './one-at-a-time'
import { runMain, Trouble } from './processes.mjs'
import { requireUpToDate } from './up-to-date'

/*
 * `npm run backup [-- <folder>] [--keep <number>] [--lost-files <number>]`: writes database and stored files into one
 * file sealed with APP_KEY while the portal runs.
 * `--keep 14` removes all backups of the folder except the newest fourteen. `--lost-files 1` accepts one lost file.
 */

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' }, 'lost-files': { type: 'string', default: '0' } },
    allowPositionals: true,
  })
  const [folder = 'backups'] = positionals
  const keep = values.keep === undefined ? null : Number(values.keep)
  if (keep !== null && !(Number.isInteger(keep) && keep > 0))
    throw new Trouble('--keep takes a whole number of 1 or more.')
  const lost = Number(values['lost-files'])
  if (!(Number.isInteger(lost) && lost >= 0)) throw new Trouble('--lost-files takes a whole number of 0 or more.')
  await requireUpToDate()
  const started = performance.now()
  const { made, removed } = await oneAtATime(async () => {
    const backup = await makeBackup(folder)
    await requireCompleteBackup(backup, lost)
    await recordBackup(systemScope(), backup)
    const removed = keep === null ? [] : await keepNewest(folder, keep)
    const oldest = keep === null ? null : await oldestBackupTime(folder)
    if (oldest) await removeOldPieces(logsFolder(folder), oldest)
    return { made: backup, removed }
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${made.file} (${made.sizeBytes} bytes, ${seconds} s)`)
  console.log(summaryOf(made.manifest))
  const { log } = made.manifest
  if (log) console.log(`The binary log continues at byte ${log.position} of ${log.log}.`)
  else if ((await listPieces(logsFolder(folder))).length > 0)
    console.log(
      'The copied logs cannot be replayed after it: the account may not read the position of the binary log (docs/operators.md).',
    )
  for (const name of removed) console.log(`removed ${name}`)
})
await closeDatabase()
