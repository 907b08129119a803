import { spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { closeDatabase } from '~/database/database.server'
import { migrate, pendingMigrations, requireUpgradable } from '~/database/migrate.server'
import { env } from '~/env.server'
import { recordBackup } from '~/models/core/installation/backups.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { makeBackup } from './backups/make-backup'
import { requireCompleteBackup, summaryOf } from './backups/whole'
import { oneAtATime } from './one-at-a-time'
import { endProcess, freePort, runMain, Trouble } from './processes.mjs'

/*
 * `npm run upgrade [-- <backup folder>] [--even-if-files-are-missing]`, in the new version's folder with the old app
 * and worker stopped: makes a backup, migrates, starts the new app and checks its readiness. On failure it prints how
 * to go back.
 */
const build = path.resolve(env().SHALA_BUILD_DIR)
const migrations = path.join(build, 'migrations')
const startSeconds = 30

await runMain(async () => {
  const { values, positionals } = parseArgs({
    options: { 'even-if-files-are-missing': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [folder = 'backups'] = positionals
  await oneAtATime(async () => {
    await requireUpgradable()
    const pending = await pendingMigrations(migrations)
    const backup = await makeBackup(folder)
    if (!values['even-if-files-are-missing']) await requireCompleteBackup(backup)
    console.log(`backed up into ${backup.file}: ${summaryOf(backup.manifest)}`)
    try {
      for (const name of await migrate(migrations)) console.log(`migrated ${name}`)
      await recordBackup(systemScope(), backup)
      await tryStart()
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
      throw new Trouble(
        pending.length > 0
          ? wayBack(backup.file)
          : 'The upgrade failed. No migration ran: you can start the old version again from its folder.',
      )
    }
  })
  console.log('The new version is ready: start its app, then its worker.')
})
await closeDatabase()

function wayBack(file: string): string {
  return `The upgrade failed, and migrations may have run, which cannot be undone. To go back, create an empty database and an empty folder
(or bucket) for files, set DATABASE_URL and DATA_DIR (or STORAGE_URL) to them, and restore the backup in this folder:
  npm run restore -- ${file}
Then start the old version from its folder with the same settings.`
}

/**
 * Starts the app of this build on a random free port, polls `/readyz`, and ends it. @throws when it does not become
 * ready
 */
async function tryStart(): Promise<void> {
  const port = String(await freePort())
  const app = spawn(process.execPath, [path.join(build, 'door.js')], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'error', STOP_DELAY_MS: '0' },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  try {
    let answer = 'nothing'
    for (let waited = 0; waited < startSeconds * 10 && app.exitCode === null; waited += 1) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (response?.ok) return
      answer = (await response?.text()) ?? answer
      await sleep(100)
    }
    throw new Error(`The new app did not become ready: /readyz answered ${answer}`)
  } finally {
    await endProcess(app.pid, 20_000)
  }
}
