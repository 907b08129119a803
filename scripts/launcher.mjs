import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
  waitUntilGone,
} from './processes.mjs'

/**
 * `npm start`: everything between a fresh clone and a running portal. The work that lasts is the keeper's
 * (scripts/keeper.mjs), which runs in a session of its own and ends when this process does, however that happens.
 */
export function launch({ dev }) {
  return runMain(async () => {
    process.chdir(root)
    if (existsSync('.env')) process.loadEnvFile('.env')
    const settings = await readSettings()
    const stopRequest = listenForStop()

    await refuseSecondStart(settings.dataDir)
    // 1: the packages; 2 to 4: the build; the last two are the keeper's.
    await ensurePackages(stepsOf(6))
    const buildDir = await ensureBuild(stepsOf(6, 1))
    if (stopRequest.made) return
    await refusePortInUse(settings)
    await runKeeper({ ...settings, dev, buildDir, appKey: appKeyFor(settings) }, stopRequest)
  })
}

/** A secret may stand in a file (app/env.server.ts). */
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
    throw new Trouble(`The folder DATA_DIR=${dataDir} cannot be made: ${error.message}`)
  }
  return { demo, port, host: process.env.HOST || '0.0.0.0', dataDir }
}

/** Ctrl-C, SIGTERM, a closed terminal, or the end of npm above us: each asks for the same orderly end. */
function listenForStop() {
  const request = { made: false, onStop: interruptPrograms }
  const stop = () => {
    if (request.made) return
    request.made = true
    request.onStop()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, stop)
  // Whoever read our output may be gone before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  // npm hands a SIGTERM to its shell and ends; killed, it hands on nothing at all.
  const above = npmAbove()
  setInterval(() => above.some((pid) => birthOf(pid) === null) && stop(), 200).unref()
  return request
}

async function refuseSecondStart(dataDir) {
  const lockFile = join(dataDir, 'portal.lock')
  let holder = readLock(lockFile)
  // The one before may have been told to stop a moment ago.
  for (let waited = 0; holder?.state === 'running' && waited < 1500; waited += 100) {
    await sleep(100)
    holder = readLock(lockFile)
  }
  if (holder?.state === 'stopping') {
    console.log('The portal of this DATA_DIR is still stopping; waiting for it …')
    await waitUntilGone(holder.pid, 90_000)
    holder = readLock(lockFile)
  }
  if (!holder) return
  throw new Trouble(
    `A portal with this DATA_DIR (${dataDir}) runs already: ${holder.address} (process ${holder.pid}).\nStop it first, or start a second one with its own: DATA_DIR=storage-2 PORT=3001 npm start`,
  )
}

async function refusePortInUse({ port, host }) {
  // A portal that is just ending may hold its port a moment longer.
  for (let attempt = 1; ; attempt += 1) {
    const trouble = await portTrouble(port, host)
    if (trouble === null) return
    if (trouble === 'EADDRINUSE' && attempt < 6) await sleep(300)
    else if (trouble === 'EADDRINUSE') {
      throw new Trouble(
        `Port ${port} is in use already. Choose another: PORT=${port === 65_535 ? 3000 : port + 1} npm start`,
      )
    } else if (trouble === 'EACCES')
      throw new Trouble(`Port ${port} may not be opened by this user. Choose PORT=3000, say.`)
    else throw new Trouble(`The portal cannot listen on HOST=${host}, PORT=${port}: ${trouble}`)
  }
}

/** A demo makes itself a key and keeps it, so that sessions outlive a restart; a production has its own. */
function appKeyFor({ demo, dataDir }) {
  if (isGiven('APP_KEY') || !demo) return process.env.APP_KEY
  const file = join(dataDir, 'demo-app-key')
  // A key that is there and cannot be read is a trouble: a new one would make what it sealed unreadable.
  const kept = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (kept.length >= 32) return kept
  const key = randomBytes(32).toString('base64')
  writeFileSync(file, `${key}\n`, { mode: 0o600 })
  return key
}

async function runKeeper(plan, stopRequest) {
  const keeper = spawn(process.execPath, [join(root, 'scripts', 'keeper.mjs')], {
    cwd: root,
    // A session of its own: a Ctrl-C at the terminal must not reach the programs in any other order than ours.
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  keeper.stdin.on('error', () => {})
  keeper.stdin.write(`${JSON.stringify(plan)}\n`)
  // The open pipe says that we are alive; its end says stop.
  const stop = () => keeper.stdin.end()
  stopRequest.onStop = stop
  if (stopRequest.made) stop()
  const { code, signal } = await new Promise((done) => {
    keeper.once('exit', (code, signal) => done({ code, signal }))
    keeper.once('error', (error) => done({ code: 1, signal: error.message }))
  })
  if (code === null) {
    console.error(`The keeper of the portal ended unexpectedly (${signal}); stopping what it kept.`)
    await stopWhatIsLeft(plan.dataDir)
  }
  process.exitCode = code ?? 1
}

/** The programs end by themselves once the keeper is gone; then the database may. */
async function stopWhatIsLeft(dataDir) {
  const pids = textOf(join(dataDir, 'portal.pids')).match(/\d+/g) ?? []
  for (const pid of pids) await waitUntilGone(Number(pid), 20_000)
  await stopDatabase(dataDir)
}
