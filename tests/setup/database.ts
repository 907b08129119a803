import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compileMigrations } from './compile-migrations'

/**
 * Integration tests run on a real server: TEST_DATABASE_URL (any MariaDB 10.6+ or MySQL 8), or a private MariaDB started
 * for this run. Every test makes its own school, so nothing is truncated and files run side by side.
 */
export default async function setup() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-vitest-'))
  let stop = async () => {}
  if (!process.env.TEST_DATABASE_URL) {
    const { startDatabase, testDatabase } = await import('../../scripts/database.mjs')
    const database = await startDatabase(folder, testDatabase)
    process.env.TEST_DATABASE_URL = database.url
    stop = database.stop
  }
  const bundle = await compileMigrations(path.join(folder, 'migrations-bundle'))
  execFileSync('node', [path.join(bundle, 'migrate.js')], {
    // Vitest sets BASE_URL to '/' for its own use.
    env: { ...process.env, BASE_URL: '', DATABASE_URL: process.env.TEST_DATABASE_URL, SHALA_BUILD_DIR: bundle },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
