import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDatabase } from '../../scripts/database.mjs'
import { Listened } from '../../scripts/listened.mjs'
import { root as clone, freePort, Trouble } from '../../scripts/processes.mjs'

const startLimitMs = 120_000

/** Opens the demo schools on a private database, with the payment sandbox and a worker; apps start on request. */
export async function openHouse({ folder, build, baseUrl, ports }) {
  // Settings of docs/deploy/binary-log.cnf, except those that wait for the disk.
  const flags = ['--log-bin=shala-bin', '--server-id=1', '--binlog-format=ROW']
  const database = await startDatabase(folder, { everyRight: true, flags })
  const sandboxPort = await freePort()
  const env = {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    APP_MODE: 'demo',
    APP_KEY: 'a-key-for-the-tests-of-deployment-0123',
    BASE_URL: baseUrl,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    SHALA_BUILD_DIR: build,
    PAYMENT_API_URL: `http://127.0.0.1:${sandboxPort}`,
    HOST: '127.0.0.1',
    PORT: String(ports[0]),
    TRUST_PROXY: '1',
  }
  const running = new Set()
  const start = (name, more = {}) => {
    const program = new Listened([process.execPath, [join(build, `${name}.js`)]], {
      name,
      limitMs: startLimitMs,
      cwd: clone,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(program)
    void program.ended.finally(() => running.delete(program))
    return program
  }
  const finish = async (name) => {
    const program = start(name)
    if ((await program.ended) !== 0) throw new Trouble(`"${name}" failed:\n${program.lines.join('\n')}`)
  }
  const close = async () => {
    await Promise.all([...running].map((program) => end(program, 'SIGKILL')))
    await database.stop()
  }
  try {
    await finish('migrate')
    await finish('seed')
    const SANDBOX_MERCHANTS = readFileSync(join(folder, 'payment-sandbox-merchants.json'), 'utf8')
    await start('sandbox', { SANDBOX_PORT: String(sandboxPort), SANDBOX_MERCHANTS }).says(/listening/)
    start('worker')
  } catch (error) {
    await close()
    throw error
  }
  return {
    env,
    /** Starts an app and waits until it is ready. */
    async startApp(port) {
      const app = start('door', { PORT: String(port) })
      await untilReady(`http://127.0.0.1:${port}`, () => !app.hasEnded, app.lines)
      return app
    },
    close,
  }
}

export async function untilReady(address, isAlive, lines) {
  for (const deadline = Date.now() + startLimitMs; ; await sleep(50)) {
    const isReady = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    if (!isAlive() || Date.now() > deadline) {
      throw new Trouble(`The app at ${address} was not ready. Its last lines:\n${lines.slice(-20).join('\n')}`)
    }
  }
}

export async function end(program, signal) {
  program.child.kill(signal)
  await program.ended
}
