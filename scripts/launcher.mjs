import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from './build.mjs'
import { stopDatabase } from './database.mjs'
import { ensurePackages } from './packages.mjs'
import {
  birthOf,
  interruptPrograms,
  npmAbove,
  portTrouble,
  readLock,
  root,
  runMain,
  stepsOf,
  Trouble,
  textOf,
  waitFor,
  waitUntilGone,
} from './processes.mjs'

/**
 * `npm start`: takes a fresh clone to a running portal. The keeper (scripts/keeper.mjs) does the long-running work in
 * its own session, and stops when this process ends, however it ends.
 */
export function launch({ dev }) {
  return runMain(async () => {
    process.chdir(root)
    if (existsSync('.env')) process.loadEnvFile('.env')
    const settings = await readSettings()
    const stopRequest = listenForStop()

    await refuseSecondStart(settings.dataDir)
    // Of the six steps, 1 installs the packages, 2 to 4 build, and the keeper does 5 and 6.
    await ensurePackages(stepsOf(6))
    const buildDir = await ensureBuild(stepsOf(6, 1))
    if (stopRequest.made) return
    await refusePortInUse(settings)
    await runKeeper({ ...settings, dev, buildDir, appKey: appKeyFor(settings) }, stopRequest)
  })
}

/** Returns true when the setting is in the environment or in a file (app/env.server.ts). */
const isGiven = (name) => Boolean(process.env[name] || process.env[`${name}_FILE`])

async function readSettings() {
  const demo = (process.env.APP_MODE || 'demo') === 'demo'
  const port = Number(process.env.PORT || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Trouble(`PORT must be a number from 1 to 65535, not "${process.env.PORT}".`)
  }
  const missing = ['APP_KEY', 'BASE_URL', 'DATABASE_URL'].filter((name) => !isGiven(name))
  if (!demo && missing.length > 0) {
    throw new Trouble(`APP_MODE=production needs ${missing.join(', ')}. They are explained in .env.example.`)
  }
  const dataDir = resolve(process.env.DATA_DIR || 'storage')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Trouble(`The folder DATA_DIR=${dataDir} cannot be created: ${error.message}`)
  }
  return { demo, port, host: process.env.HOST || '0.0.0.0', dataDir }
}

/** Ctrl-C, SIGTERM, a closed terminal and the end of a parent npm all request the same orderly stop. */
function listenForStop() {
  const request = { made: false, onStop: interruptPrograms }
  const stop = () => {
    if (request.made) return
    request.made = true
    request.onStop()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop)
  // Ignores failed writes, because the program that reads our output may end before this one.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // Watches the npm processes above, because npm passes a SIGTERM only to its shell and ends, and a killed npm passes
  // nothing on.
  const above = npmAbove()
  setInterval(() => above.some((pid) => birthOf(pid) === null) && stop(), 200).unref()
  return request
}

async function refuseSecondStart(dataDir) {
  const readHolder = () => readLock(join(dataDir, 'portal.lock'))
  // Waits briefly, because a previous portal that has just been told to stop may still be marked as running.
  await waitFor(() => readHolder()?.state !== 'running', 1500, 100)
  const stopping = readHolder()
  if (stopping?.state === 'stopping') {
    console.log('The portal of this DATA_DIR is still stopping; waiting for it …')
    await waitUntilGone(stopping.pid, 90_000)
  }
  const holder = readHolder()
  if (!holder) return
  throw new Trouble(
    `A portal with this DATA_DIR (${dataDir}) is already running: ${holder.address} (process ${holder.pid}).\nStop it first, or start a second one with its own folder: DATA_DIR=storage-2 PORT=3001 npm start`,
  )
}

async function refusePortInUse({ port, host }) {
  const wordsOf = {
    EADDRINUSE: `Port ${port} is already in use. Choose another one: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
    EACCES: `This user may not open port ${port}. Choose another one, such as PORT=3000.`,
  }
  let trouble = await portTrouble(port, host)
  // A stopping portal may hold its port a moment longer.
  for (let tries = 1; trouble === 'EADDRINUSE' && tries < 6; tries += 1) {
    await sleep(300)
    trouble = await portTrouble(port, host)
  }
  if (trouble)
    throw new Trouble(wordsOf[trouble] ?? `The portal cannot listen on HOST=${host}, PORT=${port}: ${trouble}`)
}

/** A demo generates a key and keeps it, so that sessions survive a restart; production has its own key. */
function appKeyFor({ demo, dataDir }) {
  if (isGiven('APP_KEY') || !demo) return process.env.APP_KEY
  const file = join(dataDir, 'demo-app-key')
  // An unreadable key file is an error: a new key would make the sealed values unreadable.
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept.length >= 32) return kept
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}

async function runKeeper(plan, stopRequest) {
  const keeper = spawn(process.execPath, [join(root, 'scripts', 'keeper.mjs')], {
    cwd: root,
    // Own session: Ctrl-C at the terminal must not reach the programs, which stop in our order.
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  keeper.stdin.on('error', () => {})
  keeper.stdin.write(`${JSON.stringify(plan)}\n`)
  // The open pipe tells the keeper that we are alive; closing it requests the stop.
  const stop = () => keeper.stdin.end()
  stopRequest.onStop = stop
  if (stopRequest.made) stop()
  const [code, signal] = await once(keeper, 'exit').catch((error) => [1, error.message])
  if (code === null) {
    console.error(`The portal's keeper ended unexpectedly (${signal}); stopping the programs that it started.`)
    await stopWhatIsLeft(plan.dataDir)
  }
  process.exitCode = code ?? 1
}

/** Waits for the programs, which end by themselves when the keeper is gone, and then stops the database. */
async function stopWhatIsLeft(dataDir) {
  const pids = textOf(join(dataDir, 'portal.pids')).match(/\d+/g) ?? []
  for (const pid of pids) await waitUntilGone(Number(pid), 20_000)
  await stopDatabase(dataDir)
}
