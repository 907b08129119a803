import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
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

/** Content of a JSON file, null when it is missing or damaged. */
function jsonOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Error with a message for the user at the terminal: printed alone, without a stack trace. */
export class Trouble extends Error {}

/** Reason why a check cannot run here: neither passed nor failed. */
export class Skipped extends Error {}

export const SKIPPED_CODE = 77

/** Error message for tables of another version, and for a database without tables. */
export const otherVersion =
  'The database is not up to date with this version. Run npm run upgrade, which backs it up and migrates it. After a restore, and for a new database, npm run migrate is enough.'

/** Text to print for an error: only the message of an expected error, otherwise the error with its stack trace. */
function printed(error) {
  const { name = '', message = '', fatal } = error ?? {}
  const code = error?.original?.code ?? error?.code ?? ''
  const isAboutSettings = message.startsWith('The settings are wrong')
  // The two codes: an unknown option of a command, and a database of a version that is too old to be migrated.
  if (error instanceof Trouble || isAboutSettings || /^(ERR_PARSE_ARGS_|OLD_DATABASE$)/.test(code))
    return `\n${message}`
  if (/^ER_(NO_SUCH_TABLE|BAD_FIELD_ERROR)$/.test(code)) return `\n${otherVersion} (${message})`
  // A refused connection; the message names the server, the account and the database, but no personal data.
  const isDatabaseClosed =
    fatal === true ||
    /^Sequelize(Connection|HostNotFound|HostNotReachable|AccessDenied|InvalidConnection)/.test(name) ||
    /^ER_(ACCESS_DENIED|DBACCESS_DENIED|BAD_DB)/.test(code)
  return isDatabaseClosed ? `\nThe database of DATABASE_URL cannot be used: ${message}` : error
}

/**
 * Runs a script's main function. Prints only the message for a Trouble, for wrong settings and for a database that is
 * unusable or of another version; one line for a skipped check; and the stack trace for any other error.
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
    console.error(printed(error))
    process.exitCode = 1
  }
}

/** State, parent and start time of a process, null when there is none. */
function statusOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name before these fields may contain spaces and brackets.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { state: fields[0], parent: Number(fields[1]), born: fields[19] }
    }
    const [, state, parent, born] = /^(\S+)\s+(\d+)\s+(.+)$/.exec(ps(pid, 'stat=,ppid=,lstart='))
    return { state, parent: Number(parent), born }
  } catch {
    return null
  }
}

const ps = (pid, columns) => execFileSync('ps', ['-ww', '-o', columns, '-p', String(pid)], { encoding: 'utf8' }).trim()

/**
 * Start time of a process, or null when it is gone (an uncollected zombie counts as gone). A pid alone proves nothing:
 * after a restart it may belong to another program.
 */
export function birthOf(pid) {
  const status = statusOf(pid)
  return status === null || /^[ZX]/.test(status.state) ? null : status.born
}

/** Arguments of a running process, or an empty list. */
export function argumentsOf(pid) {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
      : ps(pid, 'command=').split(/ (?=--)/)
  } catch {
    return []
  }
}

/** Processes that started this one by `npm run`: npm's shell and npm itself. Empty without npm. */
export function npmAbove() {
  if (!process.env.npm_lifecycle_event) return []
  const shell = process.ppid
  const npm = argumentsOf(shell)[1] === '-c' ? statusOf(shell)?.parent : 0
  return [shell, npm].filter((pid) => pid > 1)
}

/** Repeats `check` until it returns something true or `limitMs` has passed; returns its last result. */
export async function waitFor(check, limitMs, pauseMs = 25) {
  for (const deadline = Date.now() + limitMs; ; await sleep(pauseMs)) {
    const answer = await check()
    if (answer || Date.now() > deadline) return answer
  }
}

/** Waits until a process is gone; false when it is still running after `limitMs`. */
export const waitUntilGone = (pid, limitMs) => waitFor(() => birthOf(pid) === null, limitMs)

/** Sends SIGTERM, and SIGKILL when the process is still running after the grace period. */
export async function endProcess(pid, graceMs) {
  for (const [signal, limitMs] of Object.entries({ SIGTERM: graceMs, SIGKILL: 10_000 })) {
    if (birthOf(pid) === null) return
    try {
      process.kill(pid, signal)
    } catch {
      // The process has just ended by itself.
    }
    await waitUntilGone(pid, limitMs)
  }
}

/**
 * Takes the lock `file` for this process. Returns `{ release, update }`, or `{ holder }` with the data of the running
 * holder. Takes over the lock of a process that is gone, or whose pid now belongs to another program.
 */
export function takeLock(file, note = {}) {
  mkdirSync(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}`
  const write = (extra) => {
    const content = { pid: process.pid, born: birthOf(process.pid), ...note, ...extra }
    writeFileSync(own, JSON.stringify(content), { mode: 0o600 })
  }
  const update = (extra) => {
    write(extra)
    renameSync(own, file)
  }
  for (;;) {
    // Links the lock only after writing it completely, so that no reader sees a partial one.
    write()
    try {
      linkSync(own, file)
      return { release: () => rmSync(file, { force: true }), update }
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    } finally {
      rmSync(own, { force: true })
    }
    const holder = readLock(file)
    if (holder) return { holder }
    rmSync(file, { force: true })
  }
}

/** Data of the running holder of a lock, or null when it is free. */
export function readLock(file) {
  const holder = jsonOf(file)
  return holder && birthOf(holder.pid) === holder.born ? holder : null
}

/** Runs `work` under the lock; waits while another process holds it. */
export async function whileLocked(file, waitingText, work) {
  let lock = takeLock(file)
  if (lock.holder) console.log(`${waitingText} (process ${lock.holder.pid})`)
  for (; lock.holder; lock = takeLock(file)) await sleep(200)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

/** Connects to a local port; returns the data of the first `event`, true without data, null when none comes in time. */
export function askPort(port, event, limitMs) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: limitMs })
    const end = (answer) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once(event, (data) => end(data ?? true))
    for (const name of ['timeout', 'error', 'close']) socket.once(name, () => end(null))
  })
}

/** Returns null when the port is free and may be opened; otherwise the system's error code. */
export async function portTrouble(port, host) {
  if (await askPort(port, 'connect', 1000)) return 'EADDRINUSE'
  const server = createServer()
  try {
    await once(server.listen({ port, host, exclusive: true }), 'listening')
    return null
  } catch (error) {
    return error.code ?? 'EUNKNOWN'
  } finally {
    await new Promise((closed) => server.close(closed))
  }
}

/**
 * Port for `name`: the previous port if it is still free, otherwise another free one. Stored in `DATA_DIR/ports.json`,
 * so that addresses stay the same between starts.
 */
export async function rememberedPort(dataDir, name, { fresh = false } = {}) {
  const file = join(dataDir, 'ports.json')
  const ports = jsonOf(file) ?? {}
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

/** Programs that runProgram is waiting for; interruptPrograms ends them. */
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

/** Ends the programs that runProgram waits for and prevents new ones, when a user stops an installation or a build. */
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
  const folders = `${process.env.PATH ?? ''}:${usual}`.split(':').filter(Boolean)
  const files = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return files.find((file) => existsSync(file)) ?? null
}
