import { spawn } from 'node:child_process'
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { leaveSettings, removeSettings } from './beside.mjs'
import { markInUse } from './build.mjs'
import { startDatabase } from './database.mjs'
import { endProcess, leanMemory, rememberedPort, root, stepsOf, Trouble, takeLock, textOf } from './processes.mjs'

/*
 * The keeper starts the parts of a portal, restarts any that dies, and stops them in order (app, worker, sandbox,
 * database). It runs in its own session while its standard input is open, so a launcher that dies in any way stops it
 * too. The first line of input is the plan, as JSON.
 */

const READY_LIMIT_MS = 60_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** A program that ran this long before it died restarts without a growing pause. */
const STEADY_MS = 60_000
const MAX_LOG_BYTES = 10_000_000
/** Error and above in pino's numbering: shown at the terminal. */
const SHOWN_LOG_LEVEL = 50

class Stopped extends Error {}

let stopping = false
const stopped = new Promise((_, reject) => {
  const stop = () => {
    stopping = true
    reject(new Stopped())
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop)
  for (const event of ['end', 'close', 'error']) process.stdin.on(event, stop)
})
stopped.catch(() => {})
/** Waits for `work` unless a stop comes first. */
const orStopped = (work) => Promise.race([work, stopped])
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const plan = JSON.parse(await new Promise((done) => createInterface({ input: process.stdin }).once('line', done)))
const logs = join(plan.dataDir, 'logs')
const address = `http://localhost:${plan.port}`
/** Running parts, in the order in which they are stopped. */
const kept = []

// Steps before these: the packages and the build (scripts/launcher.mjs).
const step = stepsOf(6, 4)

async function run() {
  const isPrivate = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE
  const databaseUrl = isPrivate
    ? await step(1, 'starting the private database', () => orStopped(keepDatabase()))
    : process.env.DATABASE_URL
  const env = {
    ...leanMemory,
    ...process.env,
    NODE_ENV: plan.dev ? 'development' : 'production',
    APP_MODE: plan.demo ? 'demo' : 'production',
    SHALA_BUILD_DIR: plan.buildDir,
    SHALA_DEV: plan.dev ? '1' : '0',
    DATA_DIR: plan.dataDir,
    DATABASE_URL: databaseUrl,
    APP_KEY: plan.appKey,
    PORT: String(plan.port),
    HOST: plan.host,
    BASE_URL: process.env.BASE_URL || address,
  }
  if (plan.demo) await orStopped(addSandboxSettings(env))

  const signIns = await step(2, 'bringing the tables up to date and starting the portal', () =>
    startPrograms(env, isPrivate),
  )
  announce(signIns)
}

/**
 * Migrates, adds the demo schools to an empty database, and starts the programs; returns the sign-ins of the new
 * schools.
 */
async function startPrograms(env, isPrivate) {
  await orStopped(finish('migrate', env))
  // Does not add demo schools without a request to a database that the operator configured.
  const signIns = plan.demo ? await orStopped(finish('seed', env, isPrivate ? [] : ['--look'])) : ''
  if (plan.demo && !isPrivate) leaveSettings(plan.dataDir, env)

  // Added at the front one by one: the last to start is the first to stop.
  if (plan.demo) {
    // Payment and message keys of the demo schools, which the seed writes for the sandbox.
    env.SANDBOX_MERCHANTS = textOf(join(plan.dataDir, 'payment-sandbox-merchants.json')) || '[]'
    env.SANDBOX_MESSAGE_ACCOUNTS = textOf(join(plan.dataDir, 'message-sandbox-accounts.json')) || '[]'
    kept.unshift(new KeptProgram('sandbox', env, 5_000))
  }
  kept.unshift(new KeptProgram('worker', env, 20_000))
  kept.unshift(new KeptProgram('door', { ...env, STOP_DELAY_MS: '0' }, 20_000))
  await orStopped(untilReady(kept[0]))
  for (const part of kept) part.restarts = true
  return signIns
}

/**
 * The payment sandbox listens on this machine only, unless BASE_URL shows that others (such as a phone) visit the demo.
 */
async function addSandboxSettings(env) {
  const port = await rememberedPort(plan.dataDir, 'sandbox')
  const visited = new URL(env.BASE_URL).hostname
  const own = ['localhost', '127.0.0.1', '[::1]'].includes(visited)
  env.SANDBOX_PORT = String(port)
  env.SANDBOX_HOST = own ? '127.0.0.1' : '0.0.0.0'
  env.SANDBOX_URL = `http://${own ? '127.0.0.1' : visited}:${port}`
  env.SANDBOX_DATA = join(plan.dataDir, 'payment-sandbox.json')
  env.PAYMENT_API_URL ||= `http://127.0.0.1:${port}`
  env.MESSAGE_API_URL ||= `http://127.0.0.1:${port}/messages`
}

function announce(signIns) {
  console.log(`\nShala is ready: ${process.env.BASE_URL || address}\n`)
  if (signIns.trim() !== '') console.log(`${signIns.trimEnd()}\n`)
  if (!process.env.SMTP_URL) console.log(`Mail is written to ${join(plan.dataDir, 'mail')} (no SMTP_URL is set).`)
  console.log(`Logs are in ${logs}. Ctrl-C stops everything; the data stays in ${plan.dataDir}.`)
}

async function untilReady(door) {
  const host = plan.host === '0.0.0.0' || plan.host === '::' ? '127.0.0.1' : plan.host
  const deadline = Date.now() + READY_LIMIT_MS
  while (Date.now() < deadline) {
    const failed = kept.find((part) => part.failure)
    if (failed)
      throw new Trouble(`The portal could not start: ${failed.failure}\nIts log: ${join(logs, `${failed.name}.log`)}`)
    try {
      const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${plan.port}/readyz`, {
        signal: AbortSignal.timeout(5_000),
      })
      await answer.arrayBuffer()
      if (answer.ok) return
    } catch {
      // Not listening yet.
    }
    await sleep(50)
  }
  throw new Trouble(
    `The portal did not answer at ${address}/readyz within a minute. Its log: ${join(logs, `${door.name}.log`)}`,
  )
}

/** Runs a program of the build to its end; returns its output or throws it as a Trouble. */
async function finish(name, env, words = []) {
  const child = startProgram(name, env, words)
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  const part = { stop: () => endProcess(child.pid, 10_000) }
  kept.unshift(part)
  const code = await new Promise((done) => {
    child.once('error', () => done(1))
    child.once('close', (code) => done(code ?? 1))
  })
  kept.splice(kept.indexOf(part), 1)
  if (code !== 0 && !stopping) throw new Trouble(`"${name}" failed:\n${(errors + output).trim()}`)
  return output
}

function startProgram(name, env, words = []) {
  const lifeline = `--import=${new URL('./lifeline.mjs', import.meta.url).href}`
  const args = ['--enable-source-maps', lifeline, join(plan.buildDir, `${name}.js`), ...words]
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

async function keepDatabase() {
  let starting = startDatabase(plan.dataDir)
  // Registered before it runs: a stop during its start waits for the start and then stops it.
  kept.push({
    stop: async () => {
      const database = await starting.catch(() => null)
      await database?.stop()
    },
  })
  const database = await starting
  if (database.adopted) console.log('The private database is already running; using it.')
  void keepAlive(database)
  return database.url

  async function keepAlive(running) {
    await running.gone
    for (let pause = FIRST_PAUSE_MS; !stopping; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      console.log(`The database ended; starting it again in ${pause / 1000} s.`)
      await sleep(pause)
      if (stopping) return
      // Same address as before: the programs keep the address they started with.
      starting = startDatabase(plan.dataDir, { port: database.port })
      try {
        const next = await starting
        console.log('The database is running again.')
        void keepAlive(next)
        return
      } catch (error) {
        console.error(error.message)
      }
    }
  }
}

/** A program of the build that runs as long as the portal. */
class KeptProgram {
  restarts = false
  failure = null
  #pause = FIRST_PAUSE_MS
  #child = null

  constructor(name, env, graceMs) {
    this.name = name
    this.env = env
    this.graceMs = graceMs
    this.#start()
  }

  #start() {
    const started = Date.now()
    const child = startProgram(this.name, this.env)
    this.#child = child
    const last = []
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        last.push(line)
        if (last.length > 15) last.shift()
        record(this.name, line)
      })
    }
    child.once('error', (error) => last.push(error.message))
    child.once('close', (code, signal) => this.#ended(signal ?? `code ${code}`, Date.now() - started, last))
    rememberPids()
  }

  async #ended(cause, livedMs, last) {
    if (stopping) return
    if (!this.restarts) {
      this.failure = `"${this.name}" ended (${cause}).\n${last.join('\n')}`
      return
    }
    if (livedMs > STEADY_MS) this.#pause = FIRST_PAUSE_MS
    console.log(`"${this.name}" ended (${cause}); starting it again in ${this.#pause / 1000} s.`)
    await sleep(this.#pause)
    this.#pause = Math.min(this.#pause * 2, MAX_PAUSE_MS)
    if (!stopping) this.#start()
  }

  get pid() {
    return this.#child.pid
  }

  stop() {
    return endProcess(this.pid, this.graceMs)
  }
}

/** Records the processes that a launcher which outlives its keeper waits for before it stops the database. */
function rememberPids() {
  setImmediate(() => {
    const pids = kept.map((part) => part.pid).filter(Boolean)
    writeFileSync(join(plan.dataDir, 'portal.pids'), JSON.stringify(pids))
  })
}

/** Writes a program's line to its log file, and messages for people and errors to the terminal. */
function record(name, line) {
  const file = join(logs, `${name}.log`)
  if (plan.dev) console.log(line)
  else showToPerson(name, line)
  write(file, line)
}

function showToPerson(name, line) {
  if (!line.startsWith('{')) {
    console.log(line)
    return
  }
  try {
    const entry = JSON.parse(line)
    if (entry.level >= SHOWN_LOG_LEVEL)
      console.log(`${name}: ${[entry.msg, entry.err?.message].filter(Boolean).join(': ')}`)
  } catch {
    console.log(line)
  }
}

const queues = new Map()
/** Appends in order; a log above its limit is renamed to `….1` and a new one begins. */
function write(file, line) {
  const before = queues.get(file) ?? Promise.resolve()
  const after = before
    .then(() => {
      rotate(file)
      return appendFile(file, `${line}\n`, { mode: 0o600 })
    })
    // A full disk must not stop the portal because of its log.
    .catch(() => {})
  queues.set(file, after)
}

function rotate(file) {
  try {
    if (statSync(file).size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
  } catch {
    // Not there yet.
  }
}

const lock = takeLock(join(plan.dataDir, 'portal.lock'), { state: 'running', address })
if (lock.holder) {
  console.error(`A portal with this DATA_DIR is already running: ${lock.holder.address} (process ${lock.holder.pid}).`)
  process.exit(1)
}
try {
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  markInUse(plan.buildDir)
  await run()
  await stopped
} catch (error) {
  if (!(error instanceof Stopped)) {
    process.exitCode = 1
    console.error(error instanceof Trouble ? `\n${error.message}` : error)
  }
}
stopping = true
lock.update({ state: 'stopping' })
if (kept.length > 0) console.log('\nStopping …')
// A program that ends removes itself from the list.
for (const part of [...kept]) await part.stop()
rmSync(join(plan.dataDir, 'portal.pids'), { force: true })
removeSettings(plan.dataDir)
lock.release()
if (kept.length > 0) console.log('Stopped.')
process.exit()
