import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort, makeDatabase, startApp, testAppKey, testBuild } from '../factories/app'
import { startMapsStandIn } from '../factories/maps-stand-in'
import { printSeed } from '../setup/rotation'
import { patience } from '../setup/slowness'
import { bundleWords } from '../setup/words'

/**
 * Starts one build, one database, one app, one worker, one payment sandbox and one stand-in for the maps service for
 * all flows; each test creates its own school. The test processes get the addresses from the environment.
 */
export default async function start() {
  printSeed()
  await bundleWords()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-e2e-'))
  let stopServer = async () => {}
  if (!process.env.TEST_DATABASE_URL) {
    const { startDatabase, testDatabase } = await import('../../scripts/database.mjs')
    const server = await startDatabase(folder, testDatabase)
    process.env.TEST_DATABASE_URL = server.url
    stopServer = server.stop
  }
  const database = await makeDatabase()
  const sandboxPort = await freePort()
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const maps = await startMapsStandIn()
  const env = {
    DATA_DIR: path.join(folder, 'data'),
    PAYMENT_API_URL: sandboxUrl,
    MESSAGE_API_URL: `${sandboxUrl}/messages`,
    MAPS_API_URL: maps.url,
    MAPS_TIMEOUT_MS: String(patience(1000)),
    LOG_LEVEL: 'warn',
  }
  const sandbox = await startApp({
    databaseUrl: database.url,
    program: 'sandbox',
    env: { ...env, SANDBOX_PORT: String(sandboxPort), SANDBOX_HOST: '127.0.0.1' },
  })
  const app = await startApp({ databaseUrl: database.url, env })
  const worker = await startApp({ databaseUrl: database.url, program: 'worker', env: { ...env, BASE_URL: app.url } })

  Object.assign(process.env, {
    APP_MODE: 'demo',
    APP_KEY: testAppKey,
    LOG_LEVEL: 'silent',
    BASE_URL: app.url,
    DATABASE_URL: database.url,
    DATA_DIR: env.DATA_DIR,
    SANDBOX_URL: sandboxUrl,
    // Factories hash passwords in a separate process, whose program is part of the build.
    SHALA_BUILD_DIR: await testBuild(),
  })
  return async () => {
    const codes = await Promise.all([app.stop(), worker.stop(), sandbox.stop()])
    const output = app.output() + worker.output()
    maps.close()
    await database.drop()
    await stopServer()
    rmSync(folder, { recursive: true, force: true })
    if (codes.some((code) => code !== 0)) throw new Error(`A process ended badly (${codes.join(', ')}):\n${output}`)
    if (/"level":(50|60)/.test(output)) throw new Error(`Failures were logged:\n${output}`)
  }
}
