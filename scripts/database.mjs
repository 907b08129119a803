import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databasePrograms, ensurePrograms } from './packages.mjs'
import {
  argumentsOf,
  askPort,
  birthOf,
  endProcess,
  findProgram,
  isProgram,
  rememberedPort,
  runMain,
  Trouble,
  textOf,
  waitFor,
} from './processes.mjs'

/*
 * The private database: a MariaDB that belongs to one DATA_DIR. It listens on 127.0.0.1 only, its single account has
 * its own password, and it runs detached, so that the process that started it decides when it ends.
 */

const STOP_GRACE_MS = 60_000
const START_LIMIT_MS = 60_000
// A socket path may have 107 characters; the server adds a file name to the folder.
const MAX_SOCKET_FOLDER = 80

/**
 * Options of a test database. It does not outlive the run, so commits do not wait for the disk. If they did, a CREATE
 * or DROP DATABASE of one test would delay all others by seconds. Tests rely on committed data to survive a killed
 * server process, which it still does.
 */
export const testDatabase = {
  everyRight: true,
  flags: ['--innodb-flush-log-at-trx-commit=2', '--innodb-doublewrite=0', '--userstat=1'],
}

/**
 * Starts the private database of `dataDir`, or adopts the one that an earlier start left running.
 * @param {string} dataDir
 * @param {{ everyRight?: boolean, flags?: string[], port?: number }} [options] everyRight: the account may do all
 * (tests create and drop databases, and end connections); flags: further flags for mariadbd; port: this port only
 * @returns {Promise<{ url: string, port: number, pid: number, adopted: boolean, gone: Promise<void>, stop: () => Promise<void> }>}
 * `gone` settles when the server has ended, for any reason
 */
export async function startDatabase(dataDir, options = {}) {
  mkdirSync(join(dataDir, 'logs'), { recursive: true, mode: 0o700 })
  const folder = join(realpathSync(dataDir), 'database')
  const password = rememberedPassword(dataDir)
  const running = (pid, port, adopted, gone) => ({
    url: `mysql://shala:${password}@127.0.0.1:${port}/shala`,
    port,
    pid,
    adopted,
    gone,
    async stop() {
      await endProcess(pid, STOP_GRACE_MS)
      if (existsSync(dataDir)) clearTraces(dataDir)
    },
  })

  const left = await adoptLeftover(dataDir, folder)
  if (left) return running(left.pid, left.port, true, goneByWatching(left.pid))

  await ensurePrograms(databasePrograms)
  const server = findProgram('mariadbd', 'mysqld')
  if (!existsSync(join(folder, 'mysql'))) await makeDataFolder(folder)
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await rememberedPort(dataDir, 'database', { fresh: attempt > 1 }))
    const started = await launch({ server, dataDir, folder, password, ...options, port })
    if (started) return running(started.pid, port, false, started.gone)
    // The only cause worth a retry: another process took the port between choosing and opening it.
    if (attempt === 3 || !/address already in use/i.test(logTail(dataDir))) {
      throw new Trouble(`The private database did not start. The end of ${logFile(dataDir)}:\n${logTail(dataDir)}`)
    }
  }
}

/** Stops the private database of `dataDir` if it runs: at once when idle, otherwise after its open work. */
export async function stopDatabase(dataDir) {
  if (!existsSync(dataDir)) return
  const found = findServer(dataDir, join(realpathSync(dataDir), 'database'))
  if (!found) return
  await endProcess(found.pid, STOP_GRACE_MS)
  clearTraces(dataDir)
}

/** Removes the socket folder and the pid file of a server that has ended. */
function clearTraces(dataDir) {
  const folder = textOf(socketNote(dataDir)).trim()
  if (/\/shala-[^/]+$/.test(folder)) rmSync(folder, { recursive: true, force: true })
  rmSync(socketNote(dataDir), { force: true })
  rmSync(pidFile(dataDir), { force: true })
}

const pidFile = (dataDir) => join(dataDir, 'database.pid')
const socketNote = (dataDir) => join(dataDir, 'database.socket')
const logFile = (dataDir) => join(dataDir, 'logs', 'database.log')

const logTail = (dataDir) => textOf(logFile(dataDir)).trimEnd().split('\n').slice(-15).join('\n') || '(no log)'

function rememberedPassword(dataDir) {
  const file = join(dataDir, 'database-password')
  const kept = textOf(file).trim()
  if (/^[0-9a-f]{32}$/.test(kept)) return kept
  const password = randomBytes(16).toString('hex')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  return password
}

/** Finds the server that runs on our folder, by its pid file and its arguments; null when there is none. */
function findServer(dataDir, folder) {
  const pid = Number(textOf(pidFile(dataDir)))
  if (birthOf(pid) === null) return null
  const args = argumentsOf(pid)
  const value = (flag) => args.find((arg) => arg.startsWith(`--${flag}=`))?.slice(flag.length + 3)
  if (value('datadir') !== folder) return null
  return { pid, port: Number(value('port')) }
}

async function adoptLeftover(dataDir, folder) {
  const found = findServer(dataDir, folder)
  if (!found) {
    clearTraces(dataDir)
    return null
  }
  // The server may be starting or stopping: wait until it serves or has ended.
  if (await greets(found.port, () => birthOf(found.pid) !== null)) return found
  await stopDatabase(dataDir)
  return null
}

async function makeDataFolder(folder) {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  // The install script splits paths at spaces, so it gets the folder through a link without spaces.
  const links = mkdtempSync(join(shortTemporaryFolder(), 'shala-'))
  const link = join(links, 'data')
  symlinkSync(fresh, link)
  try {
    const install = findProgram('mariadb-install-db', 'mysql_install_db')
    const args = [
      '--no-defaults',
      `--datadir=${link}`,
      // No account without a password: the machine's owner connects by the socket, the portal by the account of the
      // init file.
      '--auth-root-authentication-method=socket',
      `--auth-root-socket-user=${ownName()}`,
      '--skip-test-db',
      '--skip-name-resolve',
      // The host name of a small container cannot be resolved; no account depends on it.
      '--force',
      ownTemporaryFiles(links),
      ...asRoot(),
    ]
    // A starting server clears every temporary table in its TMPDIR, including another server's, so each gets its own
    // folder.
    await promisify(execFile)(install, args, { env: { ...process.env, TMPDIR: links } })
  } catch (error) {
    throw new Trouble(
      `The private database could not be created in ${folder}:\n${error.stdout ?? ''}${error.stderr ?? error}`,
    )
  } finally {
    rmSync(links, { recursive: true, force: true })
  }
  // Renames the folder when it is complete, so that a folder with this name is never partial.
  renameSync(fresh, folder)
}

function ownName() {
  try {
    return userInfo().username
  } catch {
    // The user id has no name, as in containers.
    return 'mysql'
  }
}

// Root runs the server as root, because another user could not enter a clone inside root's home.
const asRoot = () => (process.getuid?.() === 0 ? ['--user=root'] : [])

// Two servers that create system tables at once in one temporary folder break each other's files (10.11: one crashes or
// hangs), so each has its own.
const ownTemporaryFiles = (folder) => `--tmpdir=${folder}`

function shortTemporaryFolder() {
  return tmpdir().length <= MAX_SOCKET_FOLDER && !/\s/.test(tmpdir()) ? tmpdir() : '/tmp'
}

async function launch({ server, dataDir, folder, password, everyRight = false, flags = [], port }) {
  const socketFolder = mkdtempSync(join(shortTemporaryFolder(), 'shala-'))
  writeFileSync(socketNote(dataDir), `${socketFolder}\n`)
  const initFile = join(socketFolder, 'init.sql')
  const account = `'shala'@'127.0.0.1'`
  writeFileSync(
    initFile,
    [
      'CREATE DATABASE IF NOT EXISTS `shala` CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;',
      `CREATE USER IF NOT EXISTS ${account} IDENTIFIED BY '${password}';`,
      `ALTER USER ${account} IDENTIFIED BY '${password}';`,
      everyRight
        ? `GRANT ALL PRIVILEGES ON *.* TO ${account} WITH GRANT OPTION;`
        : `GRANT ALL PRIVILEGES ON \`shala%\`.* TO ${account};`,
      '',
    ].join('\n'),
    { mode: 0o600 },
  )
  const child = spawn(
    server,
    [
      '--no-defaults',
      `--datadir=${folder}`,
      `--socket=${join(socketFolder, 's')}`,
      `--pid-file=${resolve(pidFile(dataDir))}`,
      `--log-error=${resolve(logFile(dataDir))}`,
      `--init-file=${initFile}`,
      ownTemporaryFiles(socketFolder),
      '--bind-address=127.0.0.1',
      `--port=${port}`,
      '--skip-name-resolve',
      '--skip-log-bin',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_unicode_ci',
      '--default-time-zone=+00:00',
      '--sql-mode=STRICT_TRANS_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION',
      '--innodb-flush-log-at-trx-commit=1',
      ...flags,
      ...asRoot(),
    ],
    { cwd: folder, detached: true, stdio: 'ignore' },
  )
  let ended = false
  const gone = new Promise((done) => child.once('exit', done).once('error', done)).then(() => {
    ended = true
  })
  child.unref()
  // Written now for callers that look for the server early; the server writes the same pid once it is up.
  if (child.pid) writeFileSync(pidFile(dataDir), `${child.pid}\n`)
  if (child.pid && (await greets(port, () => !ended))) return { pid: child.pid, gone }
  if (child.pid && !ended) await endProcess(child.pid, STOP_GRACE_MS)
  clearTraces(dataDir)
  return null
}

/**
 * Waits for the greeting that MariaDB sends once it serves (it listens earlier); false when it ends or stays silent.
 */
async function greets(port, isAlive) {
  // Byte 4 of the first packet is the protocol version, 10; an error packet has 255 there.
  const greetsNow = async () => (await askPort(port, 'data', 2000))?.[4] === 10
  return (await waitFor(() => !isAlive() || greetsNow(), START_LIMIT_MS, 30)) && isAlive()
}

async function goneByWatching(pid) {
  while (birthOf(pid) !== null) await sleep(500, undefined, { ref: false })
}

/*
 * `node scripts/database.mjs <folder>`: a database for tests. It prints its address on one line, lives while its
 * standard input is open, so that no test run can leave it behind, and then deletes its folder unless `--keep` follows.
 */
if (isProgram(import.meta.filename) && process.argv[2]) {
  const dataDir = resolve(process.argv[2])
  // Ctrl-C reaches the whole process group; only the end of the input stops this process.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => process.stdin.destroy())
  await runMain(async () => {
    const database = await startDatabase(dataDir, testDatabase)
    console.log(database.url)
    await new Promise((done) => process.stdin.resume().once('end', done).once('close', done).once('error', done))
    await database.stop()
    if (!process.argv.includes('--keep')) rmSync(dataDir, { recursive: true, force: true })
  })
  process.exit()
}
