import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import { whileLogsLocked } from '~/database/schema-lock.server'
import { recordLogCopy } from '~/models/core/installation/log-copies.server'
import { counted } from '~/models/core/shared/counted'
import { systemScope } from '~/models/core/shared/scope.server'
import { copyLogs, isOnDatabaseDisk } from './logs/copy-logs'
import { logsFolder } from './logs/pieces'
import { runMain, Trouble } from './processes.mjs'

/*
 * `npm run logs [-- <backup folder>]`, run twice a minute: copies the new part of the database's binary log into `logs`
 * in that folder, sealed with APP_KEY, so that a backup can be restored to any later moment.
 */
await runMain(async () => {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [folder = 'backups'] = positionals
  const logCopy = await whileLogsLocked(async () => {
    const copied = await copyLogs(logsFolder(folder))
    await recordLogCopy(systemScope(), copied)
    return copied
  }).catch(inWords)
  if (!logCopy) throw new Trouble('Another process is already copying the logs of this database.')
  const { until, pieces, bytes, files, begins, isGap, filesTrouble } = logCopy
  console.log(
    `copied until ${until.toISOString()}: ${counted(pieces, 'piece')}, ${counted(bytes, 'byte')}, ${counted(files, 'file')}`,
  )
  if (begins) {
    const words = `${begins}\nThe copies begin now and fit only backups made from now on. Make a backup.`
    if (isGap) throw new Trouble(words)
    console.log(words)
    if (await isOnDatabaseDisk(logsFolder(folder)))
      console.log(
        'They are on the disk of the database: if it fails, both are lost. docs/deploy has the commands for another disk.',
      )
  }
  if (filesTrouble) throw new Trouble(`The files stored since the last copy were not copied: ${filesTrouble}`)
})
await closeDatabase()

/** System errors such as a full disk or a lost database need no stack trace. */
function inWords(error: NodeJS.ErrnoException): never {
  throw error.syscall ? new Trouble(error.message) : error
}
