import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { leaveSettings, removeSettings } from './beside.mjs'
import { markInUse } from './build.mjs'
import { startDatabase } from './database.mjs'
import {
  endProcess,
  leanMemory,
  rememberedPort,
  root,
  stepsOf,
  Trouble,
  takeLock,
  textOf,
  waitFor,
} from './processes.mjs'

/*
 * The keeper starts the parts of a portal, restarts any that dies, and stops them in order (app, worker, sandbox,
 * database). It runs in its own session and stops when its standard input closes, as happens when the launcher dies in
 * any way. The first line of input is the plan, as JSON.
 */

const READY_LIMIT_MS = 60_000
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** A program that ran for longer than this before it died restarts after the shortest pause. */
const STEADY_MS = 60_000
const MAX_LOG_BYTES = 10_000_000
/** pino's level for errors: entries of this level and above are shown at the terminal. */
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

// The numbers continue those of the launcher's steps, which are the packages and the build (scripts/launcher.mjs).
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
  // A database that the operator configured gets no demo schools unasked: `--look` creates nothing.
  const signIns = plan.demo ? await orStopped(finish('seed', env, isPrivate ? [] : ['--look'])) : ''
  if (plan.demo && !isPrivate) leaveSettings(plan.dataDir, env)

  // Added at the front one by one: the last to start is the first to stop.
  if (plan.demo) {
    // Payment and message keys of the demo schools, which the seed writes for the sandbox.
    env.SANDBOX_MERCHANTS = textOf(join(plan.dataDir, 'payment-sandbox-merchants.json')) || '[]'
    env.SANDBOX_MESSAGE_ACCOUNTS = textOf(join(plan.dataDir, 'message-sandbox-accounts.json')) || '[]'
    startPart('sandbox', env, 5_000)
  }
  startPart('worker', env, 20_000)
  startPart('door', { ...env, STOP_DELAY_MS: '0' }, 20_000)
  await orStopped(untilReady())
  for (const part of kept) if (part.name) void keepAlive(part)
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

async function untilReady() {
  const host = plan.host === '0.0.0.0' || plan.host === '::' ? '127.0.0.1' : plan.host
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${plan.port}/readyz`
  const logOf = (name) => `Its log: ${join(logs, `${name}.log`)}`
  const isReady = await waitFor(
    async () => {
      const failed = kept.find((part) => part.failure)
      if (failed) throw new Trouble(`The portal could not start: ${failed.failure}\n${logOf(failed.name)}`)
      const answer = fetch(url, { signal: AbortSignal.timeout(5_000) })
      // The program does not listen yet, or answers too late.
      return answer.then((given) => given.text().then(() => given.ok)).catch(() => false)
    },
    READY_LIMIT_MS,
    50,
  )
  if (!isReady) throw new Trouble(`The portal did not answer at ${address}/readyz within a minute. ${logOf('door')}`)
}

/** Runs a program of the build to its end; returns its output or throws it as a Trouble. */
async function finish(name, env, words = []) {
  const child = startProgram(name, env, words)
  const part = { stop: () => endProcess(child.pid, 10_000) }
  kept.unshift(part)
  const [[code], output, errors] = await Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  kept.splice(kept.indexOf(part), 1)
  if (code !== 0 && !stopping) throw new Trouble(`"${name}" failed:\n${(errors + output).trim()}`)
  return output
}

function startProgram(name, env, words = []) {
  const lifeline = `--import=${new URL('./lifeline.mjs', import.meta.url).href}`
  const args = ['--enable-source-maps', lifeline, join(plan.buildDir, `${name}.js`), ...words]
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
}

/** Starts the private database as a part; returns its address. */
async function keepDatabase() {
  const part = { label: 'The database' }
  const start = async (port) => {
    part.starting = startDatabase(plan.dataDir, { port })
    const database = await part.starting
    part.gone = database.gone
    return database
  }
  // A stop during a start waits for the start and then stops the database.
  part.stop = async () => (await part.starting.catch(() => null))?.stop()
  // The part is registered before it runs, so that a stop finds it.
  kept.push(part)
  const { url, port, adopted } = await start()
  if (adopted) console.log('The private database is already running; using it.')
  // Restarts on the same port, because the programs keep the address they started with.
  part.start = async () => {
    await start(port)
    console.log('The database is running again.')
  }
  void keepAlive(part)
  return url
}

/** Starts a program of the build as the part that stops before all others. `failure` is set when the program ends. */
function startPart(name, env, graceMs) {
  const part = { name, label: `"${name}"`, stop: () => endProcess(part.pid, graceMs) }
  part.start = () => {
    const child = startProgram(name, env)
    const last = []
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        last.push(line)
        if (last.length > 15) last.shift()
        record(name, line)
      })
    }
    child.once('error', (error) => last.push(error.message))
    part.pid = child.pid
    part.gone = new Promise((done) => child.once('close', done)).then((code) => {
      const cause = child.signalCode ?? `code ${code}`
      part.failure = `"${name}" ended (${cause}).\n${last.join('\n')}`
      return cause
    })
    rememberPids()
  }
  kept.unshift(part)
  part.start()
}

/** Restarts a part whenever it ends, after a pause that grows while the part keeps ending soon after its start. */
async function keepAlive(part) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const started = Date.now()
    const cause = await part.gone
    if (stopping) return
    if (Date.now() - started > STEADY_MS) pause = FIRST_PAUSE_MS
    console.log(`${part.label} ended${cause ? ` (${cause})` : ''}; starting it again in ${pause / 1000} s.`)
    await sleep(pause)
    if (stopping) return
    try {
      await part.start()
    } catch (error) {
      console.error(error.message)
    }
  }
}

/**
 * Records the process ids, so that a launcher that outlives its keeper can wait for these processes before it stops the
 * database.
 */
function rememberPids() {
  writeFileSync(join(plan.dataDir, 'portal.pids'), JSON.stringify(kept.map((part) => part.pid).filter(Boolean)))
}

/**
 * Writes a program's line to its log file, and messages for people and errors to the terminal. A log above its limit
 * is renamed to `….1` and a new one begins.
 */
function record(name, line) {
  const shown = plan.dev ? line : lineForPerson(name, line)
  if (shown !== null) console.log(shown)
  const file = join(logs, `${name}.log`)
  try {
    if (statSync(file, { throwIfNoEntry: false })?.size > MAX_LOG_BYTES) renameSync(file, `${file}.1`)
    appendFileSync(file, `${line}\n`, { mode: 0o600 })
  } catch {
    // A full disk must not stop the portal because of its log.
  }
}

/** Line for the terminal: a message for people, or the text of a logged error; null for other entries of the log. */
function lineForPerson(name, line) {
  if (!line.startsWith('{')) return line
  try {
    const { level, msg, err } = JSON.parse(line)
    return level >= SHOWN_LOG_LEVEL ? `${name}: ${[msg, err?.message].filter(Boolean).join(': ')}` : null
  } catch {
    return line
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
// Iterates over a copy, because a program that ends removes itself from the list.
for (const part of [...kept]) await part.stop()
rmSync(join(plan.dataDir, 'portal.pids'), { force: true })
removeSettings(plan.dataDir)
lock.release()
if (kept.length > 0) console.log('Stopped.')
process.exit()
