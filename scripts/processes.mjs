import { execFileSync, spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The folder of the clone: every script works from here, wherever it was called from. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Whether `filename` (import.meta.filename) was started as a program, by whatever links, and is not merely imported. */
export function isProgram(filename) {
  const started = process.argv[1]
  return Boolean(started) && existsSync(started) && realpathSync(started) === filename
}

/**
 * For glibc, which otherwise keeps what threads and large buffers gave back: a program that has read large files stays some 50 MB
 * smaller. Other C libraries pass over it.
 */
export const leanMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }

/** What a file says, '' where there is none. */
export function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** A trouble with a sentence for the person at the terminal: printed alone, without a stack. */
export class Trouble extends Error {}

/** Why a check cannot run here: neither passed nor failed. */
export class Skipped extends Error {}

/** The exit code of a check that was skipped. */
export const SKIPPED_CODE = 77

/** Whether it is the database that no command can use: it does not answer, or not to this account. Of a statement that fails the stack says more. */
function isDatabaseClosed(error) {
  const { name = '', code, original, fatal } = error ?? {}
  const isOfConnection = /^Sequelize(Connection|HostNotFound|HostNotReachable|AccessDenied|InvalidConnection)/.test(
    name,
  )
  return (
    isOfConnection || fatal === true || /^ER_(ACCESS_DENIED|DBACCESS_DENIED|BAD_DB)/.test(code ?? original?.code ?? '')
  )
}

/** Error message for tables of another version, and for a database without tables. */
export const otherVersion =
  'The database is not up to date with this folder: npm run upgrade backs it up and brings it up to date. After a restore, and for a new database, npm run migrate is enough.'

const isAboutSettings = (error) => error?.message?.startsWith('The settings are wrong')

/** What people are told of whatever was thrown. */
function toldOf(error) {
  // A sentence says it all: an option that a command does not know, or settings that are wrong.
  if (error instanceof Trouble || error?.code?.startsWith?.('ERR_PARSE_ARGS_') || isAboutSettings(error))
    return `\n${error.message}`
  if (/^ER_(NO_SUCH_TABLE|BAD_FIELD_ERROR)$/.test(error?.original?.code ?? error?.code ?? ''))
    return `\n${otherVersion} (${error.message})`
  // The message names the server, the account and the database, and nobody's data.
  return isDatabaseClosed(error) ? `\nThe database of DATABASE_URL cannot be used: ${error.message}` : error
}

/**
 * Runs a script's main function; a Trouble is printed as its sentence, as are wrong settings and a database that cannot be used or is of another version, why a
 * check was skipped as one line, anything else with its stack.
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    if (error instanceof Skipped) {
      console.log(`Skipped: ${error.message.replace(/\s+/g, ' ').trim()}`)
      process.exitCode = SKIPPED_CODE
      return
    }
    console.error(toldOf(error))
    process.exitCode = 1
  }
}

/**
 * When a process was born, or null when it is gone (a zombie nobody collects counts as gone). A process number alone is
 * no proof: after a restart it may belong to something else.
 */
export function birthOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    if (process.platform === 'linux') {
      const fields = linuxStat(pid)
      return fields[0] === 'Z' || fields[0] === 'X' ? null : `${fields[19]}`
    }
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    return line === '' || line.startsWith('Z') ? null : line.replace(/^\S+\s+/, '')
  } catch {
    return null
  }
}

/** The fields of /proc/…/stat from the state on: the name before them may hold spaces and brackets. */
function linuxStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The arguments a living process was started with, or an empty list. */
export function argumentsOf(pid) {
  try {
    if (process.platform === 'linux') {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
    }
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/ (?=--)/)
  } catch {
    return []
  }
}

/** The processes that called this one by `npm run`: the shell npm puts between, and npm itself. Empty without npm. */
export function npmAbove() {
  if (!process.env.npm_lifecycle_event) return []
  const shell = process.ppid
  if (argumentsOf(shell)[1] !== '-c') return [shell]
  return [shell, parentOf(shell)].filter((pid) => pid > 1)
}

function parentOf(pid) {
  try {
    if (process.platform === 'linux') return Number(linuxStat(pid)[1])
    return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

/** Waits until a process is gone; false when it still lives after the time. */
export async function waitUntilGone(pid, milliseconds) {
  const deadline = Date.now() + milliseconds
  while (birthOf(pid) !== null) {
    if (Date.now() > deadline) return false
    await sleep(25)
  }
  return true
}

/** Asks a process to end (SIGTERM), and ends it (SIGKILL) when it has not gone after the grace. */
export async function endProcess(pid, graceMilliseconds) {
  if (birthOf(pid) === null) return
  signal(pid, 'SIGTERM')
  if (await waitUntilGone(pid, graceMilliseconds)) return
  signal(pid, 'SIGKILL')
  await waitUntilGone(pid, 10_000)
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended by itself in the meantime.
  }
}

/**
 * Takes the lock `file` for this process. Returns `{ release, update }`, or `{ holder }` with what the living holder
 * wrote. The lock of a process that is gone, or whose number now belongs to another program, is taken over.
 */
export function takeLock(file, note = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}`
  const content = (extra) => JSON.stringify({ pid: process.pid, born: birthOf(process.pid), ...note, ...extra })
  for (;;) {
    // Written whole and then linked: nobody ever reads a lock that is half written.
    writeFileSync(own, content(), { mode: 0o600 })
    try {
      linkSync(own, file)
      rmSync(own)
      return {
        release: () => rmSync(file, { force: true }),
        update(extra) {
          writeFileSync(own, content(extra), { mode: 0o600 })
          renameSync(own, file)
        },
      }
    } catch (error) {
      rmSync(own, { force: true })
      if (error.code !== 'EEXIST') throw error
    }
    const holder = readLock(file)
    if (holder) return { holder }
    rmSync(file, { force: true })
  }
}

/** What the living holder of a lock wrote into it, or null when nobody holds it. */
export function readLock(file) {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'))
    return birthOf(holder.pid) === holder.born ? holder : null
  } catch {
    return null
  }
}

/** Runs `work` while holding the lock, waiting for whoever holds it now. */
export async function whileLocked(file, waitingText, work) {
  let told = false
  for (;;) {
    const lock = takeLock(file)
    if (lock.release) {
      try {
        return await work()
      } finally {
        lock.release()
      }
    }
    if (!told) console.log(`${waitingText} (process ${lock.holder.pid})`)
    told = true
    await sleep(200)
  }
}

/** Whether nothing listens on the port of this machine and it may be opened; else the reason, as the system names it. */
export async function portTrouble(port, host) {
  const answered = await new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 })
    const done = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => done(true))
    socket.once('error', () => done(false))
    socket.once('timeout', () => done(false))
  })
  if (answered) return 'EADDRINUSE'
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve(error.code ?? 'EUNKNOWN'))
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/**
 * A port for `name`: the one used last time when it is still free, else a free one; remembered in `DATA_DIR/ports.json`
 * so that addresses stay the same from start to start.
 */
export async function rememberedPort(dataDir, name, { fresh = false } = {}) {
  const file = join(dataDir, 'ports.json')
  let ports = {}
  try {
    ports = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // The first start, or a file somebody spoiled: both are answered by choosing anew.
  }
  const last = ports[name]
  if (!fresh && Number.isInteger(last) && (await portTrouble(last, '127.0.0.1')) === null) return last
  const port = await freePort()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify({ ...ports, [name]: port }, null, 2)}\n`)
  return port
}

/**
 * A port nobody listens on, from below the range that systems give to outgoing connections (Linux: from 32768): one of
 * those may be taken by any program's connection in the moment before it is opened.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await portTrouble(port, '127.0.0.1')) === null) return port
  }
}

/** Waits until something of this machine takes connections on the port; false when `isAlive` says that nothing will, or after a minute. */
export async function waitUntilPort(port, isAlive) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && isAlive(); await sleep(50)) {
    if ((await portTrouble(port, '127.0.0.1')) === 'EADDRINUSE') return isAlive()
  }
  return false
}

/** The programs that runProgram waits for, until somebody stops the work. */
const running = new Set()
let interrupted = false

/**
 * Runs a program to its end with its output shown; resolves with the exit code (1 when a signal ended it). Once the work was
 * stopped (interruptPrograms), nothing new begins and what ran is a Trouble.
 */
export function runProgram(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const end = (code) => (interrupted ? reject(new Trouble('Stopped.')) : resolve(code))
    if (interrupted) return end()
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options })
    running.add(child)
    child.once('error', reject)
    child.once('exit', (code) => {
      running.delete(child)
      end(code ?? 1)
    })
  })
}

/** Ends what runProgram waits for, and lets nothing follow it: a stop that comes in the middle of an installation or a build. */
export function interruptPrograms() {
  interrupted = true
  for (const child of running) child.kill('SIGTERM')
}

/**
 * For work that takes long: says each step as `2 of 6: building the pages (about a minute) …` and how long it took.
 * @param {number} total how many steps there are
 * @param {number} [before] how many of them others do first
 */
export function stepsOf(total, before = 0) {
  return async (number, text, work) => {
    console.log(`${before + number} of ${total}: ${text} …`)
    const started = performance.now()
    const result = await work()
    console.log(`   done in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    return result
  }
}

/** Where a program is, or null. Servers live in sbin folders, which an ordinary person's PATH often leaves out. */
export function findProgram(...names) {
  const usual = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/homebrew/bin'
  const folders = `${process.env.PATH ?? ''}:${usual}`.split(':')
  for (const name of names) {
    for (const folder of folders) {
      if (folder !== '' && existsSync(join(folder, name))) return join(folder, name)
    }
  }
  return null
}
