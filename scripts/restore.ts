import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import { pendingMigrations } from '~/database/migrate.server'
import { env } from '~/env.server'
import { parseMoment } from '~/models/core/audit/moment-rules'
import { holdOutgoing } from '~/models/core/outbox/hold-outgoing.server'
import { countRows } from './backups/manifest'
import { type LogsToReplay, type RestoreResult, restoreBackup } from './backups/restore-backup'
import { summaryOf, summaryOfRows } from './backups/whole'
import { heldWorkReminder } from './held-words'
import { logsFolder } from './logs/pieces'
import { formatIst } from './logs/plan-replay'
import { oneAtATime } from './one-at-a-time'
import { runMain, Trouble } from './processes.mjs'

/*
 * `npm run restore -- <file>` restores a backup into an empty database and an empty DATA_DIR or bucket; outgoing work
 * is held (`npm run held`).
 * `--until '2026-11-27 14:05'` (IST) also replays the logs of `npm run logs` up to that moment; `--until last` replays
 * all. `--logs <folder>` names their folder when it is not beside the backup.
 */
const migrations = path.join(env().SHALA_BUILD_DIR, 'migrations')

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { until: { type: 'string' }, logs: { type: 'string' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (!file) throw new Trouble('Name the backup: npm run restore -- <file>')
  if (!existsSync(file)) throw new Trouble(`There is no file ${file}.`)
  const started = performance.now()
  const logs = logsToReplay(file, values)
  const restored = await oneAtATime(() => restoreBackup(path.resolve(file), logs, () => holdOutgoing('restore')))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(await wordsOf(restored, seconds))
  if ((await pendingMigrations(migrations)).length > 0)
    console.log('The database is of an earlier version. Migrate it before the app starts: npm run migrate')
  console.log(heldWorkReminder)
})
await closeDatabase()

/** Parses the options; null without `--until`. */
function logsToReplay(file: string, { until, logs }: { until?: string; logs?: string }): LogsToReplay | null {
  if (until === undefined) return null
  const folder = logs ?? logsFolder(path.dirname(path.resolve(file)))
  if (until === 'last') return { folder, until: null }
  const withoutZone = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(until)
  const moment = parseMoment(withoutZone ? `${withoutZone[1]}T${withoutZone[2]}+05:30` : until, 'start')
  if (moment) return { folder, until: moment }
  throw new Trouble("Give --until as a moment in IST, such as --until '2026-11-27 14:05', or as --until last.")
}

async function wordsOf({ manifest, plan, missing }: RestoreResult, seconds: string): Promise<string> {
  const { madeAt } = manifest
  if (!plan) {
    return `Restored as of ${madeAt} (${seconds} s): ${summaryOf(manifest)}`
  }
  const now = await countRows()
  return [
    `Restored as of ${formatIst(plan.moment)} (${seconds} s): ${summaryOfRows(now.students, now.payments)}`,
    `Changes replayed after the backup of ${madeAt}: ${plan.transactions}.`,
    ...(plan.gap ? [`The copied logs have a gap after that: ${plan.gap}`] : []),
    ...(missing > 0 ? [`Missing files that rows name: ${missing}. They were removed before they were copied.`] : []),
  ].join('\n')
}
