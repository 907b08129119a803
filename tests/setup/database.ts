import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compileMigrations } from './compile-migrations'
import { fillAlone, giveHistory } from './history'
import { printSeed } from './rotation'
import { bundleWords } from './words'

/**
 * Integration tests run on a real server: TEST_DATABASE_URL (MariaDB, or MySQL as in `npm run test:mysql`), or a
 * private MariaDB for this run. Every test creates its own school, so tables are never truncated and files run in
 * parallel; the tables have rows of other schools and statistics from the start.
 */
export default async function setup() {
  printSeed()
  // scripts/test-planted.mjs sets this: the database is a filled copy of another run's, and the clone already has that
  // run's compiled messages.
  if (process.env.TEST_DATABASE_FILLED === '1') return
  await bundleWords()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-vitest-'))
  let stop = async () => {}
  if (!process.env.TEST_DATABASE_URL) {
    const { startDatabase, testDatabase } = await import('../../scripts/database.mjs')
    const database = await startDatabase(folder, testDatabase)
    process.env.TEST_DATABASE_URL = database.url
    stop = database.stop
  }
  const giveBack = async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await fillAlone(process.env.TEST_DATABASE_URL ?? '', () => fill(folder))
  } catch (error) {
    // Without this, the server of a run that never began would stay up.
    await giveBack()
    throw error
  }
  return giveBack
}

/** Creates the tables by the migrations, with rows of other schools. */
async function fill(folder: string): Promise<void> {
  const bundle = await compileMigrations(path.join(folder, 'migrations-bundle'))
  // Without a build, the tests use these compiled files instead.
  process.env.SHALA_BUILD_DIR ||= bundle
  execFileSync('node', [path.join(bundle, 'migrate.js')], {
    // Vitest sets BASE_URL to '/' for its own use.
    env: { ...process.env, BASE_URL: '', DATABASE_URL: process.env.TEST_DATABASE_URL, SHALA_BUILD_DIR: bundle },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await giveHistory(process.env.TEST_DATABASE_URL ?? '', bundle)
}
