import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { findBrowser } from '../packages.mjs'

/** Settings of a real portal, and of manual runs that test less or more. */
const ownSettings =
  'DATABASE_URL DATABASE_CA DATABASE_REPLICA_URL APP_MODE APP_KEY APP_KEY_FILE APP_KEY_OLD APP_KEY_NEXT DATABASE_URL_FILE BASE_URL PORT HOST SMTP_URL ' +
  'TEST_DEEP TEST_FLOWS TEST_FILES TEST_REACH TEST_WITHOUT_PAGES BAD_BODIES FAULTS_KILLS KILLS'

/**
 * Environment without this shell's own settings: the address of a real database must never reach the tests. Also
 * measures the speed of the machine, because the limits of the gate's own steps depend on it.
 */
export function cleanEnvironment() {
  process.env.TEST_SLOWNESS = String(slowness())
  const env = { ...process.env, CI: '1' }
  for (const name of ownSettings.split(' ')) delete env[name]
  return env
}

/** Adds the database, the file folder and the browser of this run to the clean environment. */
export function testEnvironment(workFolder, databaseUrl) {
  const env = { ...cleanEnvironment(), TEST_DATABASE_URL: databaseUrl, DATA_DIR: join(workFolder, 'data') }
  const chromium = findBrowser()
  if (chromium) env.CHROMIUM_PATH = chromium
  return env
}

/** Milliseconds that the benchmark below takes on an idle core of the machine on which the test limits were set. */
const USUAL_MS = 260

/** Measures how much slower than usual this machine is now (at least 1). All test limits are multiplied by it. */
function slowness() {
  const started = performance.now()
  const hash = createHash('sha256')
  const block = Buffer.alloc(1 << 20, 'shala')
  for (let at = 0; at < 256; at++) hash.update(block)
  hash.digest()
  const factor = Math.max(1, Math.round(((performance.now() - started) / USUAL_MS) * 2) / 2)
  if (factor > 1) console.log(`This machine is slow now: the limits of the tests are ${factor} times as long.`)
  return factor
}
