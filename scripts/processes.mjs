import { execFileSync, spawn } from 'node:child_process'
import { existsSync, linkSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Root folder of the clone: scripts work from here, independent of the current directory. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/**
 * Returns true when `filename` (import.meta.filename) was started as a program, also through links, and not only
 * imported.
 */
export function isProgram(filename) {
  const started = process.argv[1]
  return Boolean(started) && existsSync(started) && realpathSync(started) === filename
}

/**
 * Settings for glibc, which otherwise keeps memory freed by threads and large buffers: a program stays some 50 MB
 * smaller after reading large files. Other C libraries ignore them.
 */
export const leanMemory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }

/** Content of a file, '' when it cannot be read. */
export function textOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Error with a message for the user at the terminal: printed alone, without a stack trace. */
export class Trouble extends Error {}

/** Reason why a check cannot run here: neither passed nor failed. */
export class Skipped extends Error {}

export const SKIPPED_CODE = 77

/**
 * Returns true when the database refuses or does not answer the connection. A failing statement is better explained by
 * its stack trace.
 */
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
  'The database is not up to date with this version. Run npm run upgrade, which backs it up and migrates it. After a restore, and for a new database, npm run migrate is enough.'

const isAboutSettings = (error) => error?.message?.startsWith('The settings are wrong')

/** Text to print for an error. */
function toldOf(error) {
  // The message is enough: an unknown option of a command, a database that is too old, or wrong settings.
  if (error instanceof Trouble || /^(ERR_PARSE_ARGS_|OLD_DATABASE$)/.test(error?.code ?? '') || isAboutSettings(error))
    return `\n${error.message}`
  if (/^ER_(NO_SUCH_TABLE|BAD_FIELD_ERROR)$/.test(error?.original?.code ?? error?.code ?? ''))
    return `\n${otherVersion} (${error.message})`
  // The message names the server, the account and the database, but no personal data.
  return isDatabaseClosed(error) ? `\nThe database of DATABASE_URL cannot be used: ${error.message}` : error
}

/**
 * Runs a script's main function. Prints only the message for a Trouble, wrong settings, an unusable database or one of
 * another version, one line for a skipped check, and the stack trace for any other error.
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
 * Start time of a process, or null when it is gone (an uncollected zombie counts as gone). A pid alone proves nothing:
 * after a restart it may belong to another program.
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

/** Fields of /proc/…/stat from the state on: the name before them may contain spaces and brackets. */
function linuxStat(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Arguments of a running process, or an empty list. */
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

/** Processes that started this one by `npm run`: npm's shell and npm itself. Empty without npm. */
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

/** Waits until a process is gone; false when it is still running after that time. */
export async function waitUntilGone(pid, milliseconds) {
  const deadline = Date.now() + milliseconds
  while (birthOf(pid) !== null) {
    if (Date.now() > deadline) return false
    await sleep(25)
  }
  return true
}

/** Sends SIGTERM, and SIGKILL when the process is still running after the grace period. */
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
    // The process has just ended by itself.
  }
}

/**
 * Takes the lock `file` for this process. Returns `{ release, update }`, or `{ holder }` with the data of the running
 * holder. Takes over the lock of a process that is gone, or whose pid now belongs to another program.
 */
export function takeLock(file, note = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}`
  const content = (extra) => JSON.stringify({ pid: process.pid, born: birthOf(process.pid), ...note, ...extra })
  for (;;) {
    // Written completely and then linked: no reader sees a partial lock.
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

/** Data of the running holder of a lock, or null when it is free. */
export function readLock(file) {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8'))
    return birthOf(holder.pid) === holder.born ? holder : null
  } catch {
    return null
  }
}

/** Runs `work` under the lock; waits while another process holds it. */
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

/** Returns null when the port is free and may be opened; otherwise the system's error code. */
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
 * Port for `name`: the previous one if it is still free, otherwise another free port; stored in `DATA_DIR/ports.json`,
 * so that addresses stay the same between starts.
 */
export async function rememberedPort(dataDir, name, { fresh = false } = {}) {
  const file = join(dataDir, 'ports.json')
  let ports = {}
  try {
    ports = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Missing on the first start, or damaged: choose a new port.
  }
  const last = ports[name]
  if (!fresh && Number.isInteger(last) && (await portTrouble(last, '127.0.0.1')) === null) return last
  const port = await freePort()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(file, `${JSON.stringify({ ...ports, [name]: port }, null, 2)}\n`)
  return port
}

/**
 * Free port below the range that systems use for outgoing connections (Linux: from 32768), where any connection could
 * take it before it is opened.
 */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if ((await portTrouble(port, '127.0.0.1')) === null) return port
  }
}

/**
 * Waits until a local program accepts connections on the port; false when `isAlive` returns false, or after a minute.
 */
export async function waitUntilPort(port, isAlive) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && isAlive(); await sleep(50)) {
    if ((await portTrouble(port, '127.0.0.1')) === 'EADDRINUSE') return isAlive()
  }
  return false
}

/** Programs that runProgram waits for, until the work is stopped. */
const running = new Set()
let interrupted = false

/**
 * Runs a program to its end and shows its output; resolves with the exit code (1 when a signal ended it). After
 * interruptPrograms, nothing starts, and a running program rejects with a Trouble.
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

/** Ends the programs that runProgram waits for and prevents new ones: for a stop during an installation or a build. */
export function interruptPrograms() {
  interrupted = true
  for (const child of running) child.kill('SIGTERM')
}

/**
 * Reports each step of long work as `2 of 6: building the pages (about a minute) …` and its duration.
 * @param {number} total number of all steps
 * @param {number} [before] number of earlier steps that others report
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

/** Path of a program, or null. Servers are in sbin folders, which an ordinary user's PATH often lacks. */
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
