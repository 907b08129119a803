import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { patience } from '../tests/setup/slowness'
import { stopDatabase } from './database.mjs'
import { birthOf, freePort, readLock, waitUntilGone } from './processes.mjs'

/*
 * Runs the keeper with minimal programs that fulfil its contract: each notes its start and end in one file, which shows
 * the order. The database is real.
 */

const notes = `import { appendFileSync } from 'node:fs'
const note = (text) => appendFileSync(process.env.DATA_DIR + '/notes', text + '\\n')
`
const lasting = (name: string) => `${notes}
setInterval(() => {}, 1000)
process.on('SIGTERM', () => { note('${name} ended'); process.exit(0) })
note('${name} ' + process.pid)
`
const programs = {
  migrate: `${notes} note('migrate')`,
  seed: `console.log('office@demo.shala.test')`,
  sandbox: lasting('sandbox'),
  worker: lasting('worker'),
  door: `${lasting('door')}
import { createServer } from 'node:http'
createServer((request, response) => response.end()).listen(Number(process.env.PORT), '127.0.0.1')`,
}

let dataDir = ''
let launcher: ChildProcess
let output = ''

/** Starts the keeper; `changed` replaces single programs. */
async function start(changed: Partial<typeof programs> = {}): Promise<void> {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'a portal '))
  const buildDir = path.join(dataDir, 'build')
  mkdirSync(buildDir)
  writeFileSync(path.join(buildDir, 'package.json'), '{"type":"module"}')
  for (const [name, text] of Object.entries({ ...programs, ...changed }))
    writeFileSync(path.join(buildDir, `${name}.js`), text)
  const plan = { dataDir, buildDir, port: await freePort(), host: '127.0.0.1', demo: true, dev: false, appKey: 'k' }
  // Minimal launcher that only holds the pipe open, so that the test can kill it.
  const code = `
    const keeper = require('node:child_process').spawn(process.execPath, ['scripts/keeper.mjs'],
      { detached: true, stdio: ['pipe', 'inherit', 'inherit'] })
    keeper.stdin.write(process.argv[1] + '\\n')
    process.on('SIGTERM', () => keeper.stdin.end())
    keeper.on('exit', (code) => process.exit(code))`
  output = ''
  launcher = spawn(process.execPath, ['-e', code, JSON.stringify(plan)], {
    env: { ...process.env, DATABASE_URL: '', BASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  launcher.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
}

afterEach(async () => {
  const keeper = readLock(path.join(dataDir, 'portal.lock'))
  launcher.kill('SIGKILL')
  if (keeper) await waitUntilGone(keeper.pid, 15_000)
  await stopDatabase(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

const noted = () => readFileSync(path.join(dataDir, 'notes'), 'utf8').trim().split('\n')
const pidOf = (name: string) =>
  Number(
    noted()
      .findLast((line) => new RegExp(`^${name} \\d`).test(line))
      ?.split(' ')[1],
  )
const databasePid = () => Number(readFileSync(path.join(dataDir, 'database.pid'), 'utf8'))
const ends = () => noted().filter((line) => line.endsWith('ended'))

const until = (isTrue: () => boolean) =>
  vi.waitFor(() => expect(isTrue(), `Output so far:\n${output}`).toBe(true), {
    timeout: patience(30_000),
    interval: 20,
  })

async function stop(): Promise<void> {
  const ended = new Promise((done) => launcher.once('exit', done))
  launcher.kill('SIGTERM')
  await ended
}

describe('the keeper (parent process) of a starting portal', () => {
  it('stops the migration and then the database on request', async () => {
    await start({ migrate: lasting('migrate') })
    await until(() => existsSync(path.join(dataDir, 'notes')) && pidOf('migrate') > 0)
    const database = databasePid()
    await stop()
    expect(ends()).toEqual(['migrate ended'])
    expect(birthOf(database)).toBeNull()
  })
})

describe('the keeper (parent process) of a running portal', () => {
  beforeEach(async () => {
    await start()
    await until(() => output.includes('Ctrl-C stops everything') && ['door', 'worker', 'sandbox'].every(pidOf))
  })

  it('stops app, worker, sandbox and then the database on request', async () => {
    const database = databasePid()
    await stop()
    expect(launcher.exitCode).toBe(0)
    expect(ends()).toEqual(['door ended', 'worker ended', 'sandbox ended'])
    expect(birthOf(database)).toBeNull()
  })

  it('stops everything in the same order when its launcher is killed', async () => {
    const database = databasePid()
    launcher.kill('SIGKILL')
    await until(() => birthOf(database) === null)
    expect(ends()).toEqual(['door ended', 'worker ended', 'sandbox ended'])
  })

  it('restarts a program that dies, and the database at the same address', async () => {
    const worker = pidOf('worker')
    process.kill(worker, 'SIGKILL')
    await until(() => pidOf('worker') !== worker)
    process.kill(databasePid(), 'SIGKILL')
    await until(() => output.includes('The database is running again.'))
    expect(birthOf(databasePid())).not.toBeNull()
  })

  it('leaves no program running when the keeper itself is killed', async () => {
    const pids = ['door', 'worker', 'sandbox'].map(pidOf)
    process.kill(readLock(path.join(dataDir, 'portal.lock'))?.pid ?? 0, 'SIGKILL')
    await until(() => pids.every((pid) => birthOf(pid) === null))
    expect(ends()).toHaveLength(3)
  })
})
