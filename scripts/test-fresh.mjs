import './node-version.mjs'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { addNode, checkIn, makeRoot, runInRoots } from './debian-root.mjs'
import { Listened } from './listened.mjs'
import { root as clone, freePort, Trouble } from './processes.mjs'

/*
 * `npm run test:fresh`: follows the README on a bare machine. Makes a Debian 12 with Node, npm and git in a folder,
 * clones the committed state into it and runs only `npm start`. Then a visitor without script pays a fee there.
 */

const START_LIMIT_MS = 20 * 60_000
const STOP_LIMIT_MS = 60_000
const SECOND_START_LIMIT_S = 10

const folder = mkdtempSync(join(tmpdir(), 'shala-fresh-'))
const counts = { passed: 0, failed: 0 }
const check = checkIn(counts)
let portal = null

process.once('exit', () => {
  portal?.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1))

async function tryOnFreshMachine() {
  const machine = await check('a Debian 12 with Node, npm and git, and the clone in it', makeMachine)
  const address = `http://localhost:${machine.port}`
  // Loaded late: it needs a package for parsing pages.
  const { payFee, Visitor } = await import('./visitor.mjs')
  const asha = new Visitor(address)

  await check('Ctrl-C in the middle of the first start ends it', async () => {
    const start = machine.start()
    await start.says(/^3 of 6/)
    await start.stop()
    if (start.said(/Shala is ready/)) throw new Trouble('The portal was ready before it was stopped.')
  })
  await check('npm start goes on from there and is ready', () => machine.start().ready())
  const paid = await check('Asha pays a fee and has the receipt', () => payFee(asha))
  await check('Ctrl-C stops everything', () => portal.stop())
  const seconds = await check('npm start, the second time', () => machine.start().ready())
  await check('the payment is still there, and Asha still signed in', async () => {
    await asha.open('/students/fees')
    const found = asha.count(/^Download Receipt$/)
    if (found !== paid) throw new Trouble(`Paid fees: ${found}, expected ${paid}.`)
  })
  await check('Ctrl-C stops everything again', () => portal.stop())
  await check(`the second start took ${seconds.toFixed(1)} s, of at most ${SECOND_START_LIMIT_S}`, () => {
    if (seconds <= SECOND_START_LIMIT_S) return
    throw new Trouble(
      `The second start took ${seconds.toFixed(1)} s (load of the machine: ${loadavg()[0].toFixed(1)}).`,
    )
  })
}

async function makeMachine() {
  const root = await makeRoot({ folder: join(folder, 'root'), suite: 'bookworm', variant: 'apt', include: ['git'] })
  addNode(root)
  await promisify(execFile)('git', ['bundle', 'create', '--quiet', join(root.folder, 'shala.bundle'), 'HEAD'], {
    cwd: clone,
  })
  await root.run(['git', 'clone', '--quiet', '/shala.bundle', '/shala'])
  const port = await freePort()
  const env = { PORT: String(port), ...(await networkSettings(root)) }
  return { port, start: () => new Portal(root, env) }
}

/** npm settings for this machine's access to the npm registry; copies the certificates that they name. */
async function networkSettings(root) {
  const { stdout } = await promisify(execFile)('npm', ['config', 'list', '--json'], { cwd: tmpdir() })
  const settings = JSON.parse(stdout)
  const env = {}
  for (const name of ['registry', 'replace-registry-host', 'proxy', 'https-proxy', 'cafile', 'strict-ssl']) {
    if (settings[name] != null) env[`npm_config_${name.replaceAll('-', '_')}`] = String(settings[name])
  }
  for (const [name, value] of Object.entries(process.env)) {
    if (/^(https?|no|all)_proxy$/i.test(name) || name === 'NODE_EXTRA_CA_CERTS') env[name] = value
  }
  for (const file of [env.npm_config_cafile, env.NODE_EXTRA_CA_CERTS]) {
    if (!file || !existsSync(file)) continue
    mkdirSync(join(root.folder, dirname(file)), { recursive: true })
    cpSync(file, join(root.folder, file), { dereference: true })
  }
  return env
}

class Portal extends Listened {
  #started = performance.now()

  constructor(root, env) {
    super(root.command(['npm', 'start'], { cwd: '/shala', env }), {
      name: 'npm start',
      limitMs: START_LIMIT_MS,
      onLine: (line) => /^\d of \d|^ {3}done in/.test(line) && console.log(`    ${line}`),
      // Own process group, as a terminal creates it: the target of Ctrl-C.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    portal = this
  }

  /** Waits for the line with the portal's address; returns the seconds since the start. */
  async ready() {
    await this.says(/^Shala is ready/)
    return (performance.now() - this.#started) / 1000
  }

  async stop() {
    process.kill(-this.child.pid, 'SIGINT')
    const gone = await Promise.race([this.ended.then(() => true), sleep(STOP_LIMIT_MS, false, { ref: false })])
    if (!gone) throw new Trouble(`npm start did not end in ${STOP_LIMIT_MS / 1000} s after Ctrl-C.`)
    if (!this.said(/^Stopped\.$/))
      throw new Trouble(`npm start did not print "Stopped.":\n${this.lines.slice(-15).join('\n')}`)
  }

  /** Kills the first process in the Debian folder, which ends all other processes there. */
  kill() {
    if (!this.hasEnded) this.child.kill('SIGKILL')
  }
}

await runInRoots(counts, tryOnFreshMachine)
