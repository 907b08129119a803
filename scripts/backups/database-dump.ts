import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { select, selectOne } from '~/database/database.server'
import { env, isLoopback } from '~/env.server'
import { findProgram, Trouble } from '../processes.mjs'

/** Debian's package of both programs, for the sentence where one is missing. */
const debianPackage = 'mariadb-client'

const dumping = [
  // One moment for all tables, without a lock and without a right beyond SELECT.
  '--single-transaction',
  '--no-tablespaces',
  '--skip-add-locks',
  '--no-autocommit',
  // What is there already is never dropped by a restore.
  '--skip-add-drop-table',
  '--hex-blob',
  // MySQL's program beside a MariaDB, or in a set of servers, asks for what neither has.
  '--loose-skip-column-statistics',
  '--loose-set-gtid-purged=OFF',
]

/** Which tables: all but some, or some alone. */
export type Tables = { without: string[] } | { only: string[] }

/** Where a server's binary log was: its name, and how many of its bytes came before. */
export interface LogPosition {
  log: string
  position: number
}

/** The dump says in a comment at its beginning where the binary log was at its moment. */
const saysPosition = /^-- CHANGE \w+(?: SOURCE)? TO \w+_LOG_FILE='([^']+)', \w+_LOG_POS=(\d+);$/m
/** The comment comes before all tables. */
const headBytes = 16_384

/** Reads a dump and tells where the binary log was, where it says so. */
export async function* listeningForPosition(
  dump: AsyncIterable<Buffer>,
  onPosition: (at: LogPosition) => void,
): AsyncGenerator<Buffer> {
  let head = ''
  let isFound = false
  for await (const chunk of dump) {
    if (!isFound && head.length < headBytes) {
      head += chunk.subarray(0, headBytes).toString('latin1')
      const [, log, position] = saysPosition.exec(head) ?? []
      isFound = log !== undefined
      if (log) onPosition({ log, position: Number(position) })
    }
    yield chunk
  }
}

/**
 * The option by which a dump says where the binary log is; null where the server has none, and where the account may not ask MySQL for it (the
 * dump would fail). MySQL holds up writes for it, as short as its longest statement; MariaDB does not.
 */
async function askingForPosition(program: string): Promise<string | null> {
  const row = await selectOne<{ version: string; log: number }>('SELECT VERSION() AS version, @@log_bin AS log')
  if (row?.log !== 1) return null
  // MySQL's program beside a MariaDB would ask it in words that it does not know.
  if (isMariaDb(row.version)) return isMariaDb(versionOf(program)) ? '--master-data=2' : null
  const granted = await select<{ right: string }>(
    `SELECT PRIVILEGE_TYPE AS \`right\` FROM information_schema.USER_PRIVILEGES
     WHERE GRANTEE = CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@', QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))`,
  )
  const rights = granted.map(({ right }) => right)
  return ['RELOAD', 'REPLICATION CLIENT'].every((right) => rights.includes(right)) ? '--source-data=2' : null
}

/**
 * The SQL that makes tables and their rows anew, as it comes from the database's own program.
 * @throws Trouble where the program is missing or of the other server, or ends before it is done (with its own words)
 */
export async function* dumpDatabase(tables: Tables): AsyncGenerator<Buffer> {
  const program = await dumper()
  const { name } = server()
  const chosen = 'only' in tables ? [name, ...tables.only] : [...tables.without.map(ignored), name]
  const position = 'only' in tables ? null : await askingForPosition(program)
  const child = start(program, [...dumping, ...(position ? [position] : []), ...chosen], 'ignore')
  const end = endOf(child, 'The database could not be dumped')
  // Whoever stops reading early hears nothing more of it.
  end.catch(() => {})
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    await end
  } finally {
    child.kill()
  }
}

/** Reads a dump into the database: what is written to `input`, until its end. `done` rejects with a Trouble where a statement failed. */
export function loadDump(): { input: Writable; done: Promise<void> } {
  const child = start(programFor('restore a database', 'mariadb', 'mysql'), [server().name], 'pipe')
  const done = endOf(child, 'The dump could not be read into the database')
  done.catch(() => {})
  return { input: child.stdin as Writable, done }
}

const versionOf = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout

const isMariaDb = (version: string | undefined) => /mariadb/i.test(version ?? '')

/** MariaDB's program writes values of generated columns, which MySQL does not take back: that would be no backup. */
async function dumper(): Promise<string> {
  const row = await selectOne<{ version: string }>('SELECT VERSION() AS version')
  if (isMariaDb(row?.version)) return programFor('dump a database', 'mariadb-dump', 'mysqldump')
  const program = findProgram('mysqldump')
  if (program && !isMariaDb(versionOf(program))) return program
  throw new Trouble('The database is MySQL: backups of it need the mysqldump of MySQL itself, which is not here.')
}

const ignored = (table: string) => `--ignore-table=${server().name}.${table}`

function programFor(purpose: string, ...names: string[]): string {
  const found = findProgram(...names)
  if (found) return found
  throw new Trouble(
    `The program ${names.join(' or ')} is needed to ${purpose}, and is not here. Debian and Ubuntu have it in ${debianPackage}: apt-get install ${debianPackage}`,
  )
}

function server() {
  const url = new URL(env().DATABASE_URL)
  const { username, password, pathname } = url
  const [user = '', secret = '', name = ''] = [username, password, pathname.slice(1)].map(decodeURIComponent)
  return { host: url.hostname.replace(/[[\]]/g, ''), port: url.port || '3306', user, secret, name }
}

function start(program: string, args: string[], input: 'ignore' | 'pipe'): ChildProcess {
  const { host, port, user, secret } = server()
  const reached = ['--protocol=TCP', `--host=${host}`, `--port=${port}`, `--user=${user}`, ...encryption()]
  // Nothing of the account's own option files: the dump is the same whoever makes it.
  const words = ['--no-defaults', ...reached, '--default-character-set=utf8mb4', ...args]
  // Not among the words, which everybody on the machine may read.
  const environment = { ...process.env, MYSQL_PWD: secret }
  return spawn(program, words, { env: environment, stdio: [input, 'pipe', 'pipe'] })
}

/** As the portal's own connections (`connection.server`). MariaDB and MySQL call it by different words; each passes over the other's. */
function encryption(): string[] {
  const { DATABASE_CA: file, DATABASE_URL: address } = env()
  if (!file) return ['--loose-skip-ssl-verify-server-cert']
  const ofName = isLoopback(address) ? [] : ['--loose-ssl-verify-server-cert']
  return [`--ssl-ca=${file}`, `--loose-ssl-mode=${isLoopback(address) ? 'VERIFY_CA' : 'VERIFY_IDENTITY'}`, ...ofName]
}

async function endOf(child: ChildProcess, trouble: string): Promise<void> {
  const said = child.stderr ? text(child.stderr) : Promise.resolve('')
  const [code] = await once(child, 'close')
  if (code === 0) return
  const words = (await said).split('\n').filter((line) => line !== '' && !/warning/i.test(line))
  throw new Trouble(`${trouble}: ${words.at(-1) ?? 'its program was ended'}`)
}
