import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { text as wholeText } from 'node:stream/consumers'
import { number, selectRow, selectRows, text } from '~/database/database.server'
import { env, isLoopback } from '~/env.server'
import { findProgram, Trouble } from '../processes.mjs'

/** Debian's package of the dump and client programs, for the error message when one is missing. */
const debianPackage = 'mariadb-client'

const dumping = [
  // Consistent snapshot of all tables, without locks and without a right beyond SELECT.
  '--single-transaction',
  '--no-tablespaces',
  '--skip-add-locks',
  '--no-autocommit',
  // A restore never drops a table that exists.
  '--skip-add-drop-table',
  '--hex-blob',
  // MySQL's program reads column statistics and GTIDs by default; a MariaDB server or a replicated set cannot provide
  // them.
  '--loose-skip-column-statistics',
  '--loose-set-gtid-purged=OFF',
]

/** Tables to dump: all except some, or only some. */
export type Tables = { without: string[] } | { only: string[] }

/** Position in the server's binary log: file name and byte offset. */
export interface LogPosition {
  log: string
  position: number
}

/** Comment at the head of a dump with the binary log position of its snapshot. */
const positionPattern = /^-- CHANGE \w+(?: SOURCE)? TO \w+_LOG_FILE='([^']+)', \w+_LOG_POS=(\d+);$/m
/** Length of the head in bytes; the comment precedes all tables. */
const headBytes = 16_384

/** Passes a dump on and reports its binary log position if the head contains one. */
export async function* withLogPosition(
  dump: AsyncIterable<Buffer>,
  onPosition: (at: LogPosition) => void,
): AsyncGenerator<Buffer> {
  let head = ''
  let isFound = false
  for await (const chunk of dump) {
    if (!isFound && head.length < headBytes) {
      head += chunk.subarray(0, headBytes).toString('latin1')
      const [, log, position] = positionPattern.exec(head) ?? []
      isFound = log !== undefined
      if (log) onPosition({ log, position: Number(position) })
    }
    yield chunk
  }
}

/**
 * Option that makes the dump record the binary log position; null without a binary log, or when the account may not
 * read it (the dump would fail). On MySQL it blocks writes until the longest running statement ends; on MariaDB it does
 * not.
 */
async function positionOption(program: string): Promise<string | null> {
  const row = await selectRow({ version: serverVersion.version, log: number('@@log_bin') }, '')
  if (row?.log !== 1) return null
  // MySQL's program has no `--master-data` for a MariaDB server.
  if (isMariaDb(row.version)) return isMariaDb(versionOf(program)) ? '--master-data=2' : null
  const granted = await selectRows(
    { right: text('PRIVILEGE_TYPE') },
    `FROM information_schema.USER_PRIVILEGES
     WHERE GRANTEE = CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@', QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))`,
  )
  const rights = granted.map(({ right }) => right)
  return ['RELOAD', 'REPLICATION CLIENT'].every((right) => rights.includes(right)) ? '--source-data=2' : null
}

/**
 * SQL that recreates tables and their rows, as the database's own program writes it.
 * @throws Trouble when the program is missing, is MariaDB's for a MySQL server, or fails (with the program's message)
 */
export async function* dumpDatabase(tables: Tables): AsyncGenerator<Buffer> {
  const program = await dumper()
  const { name } = server()
  const tableArguments = 'only' in tables ? [name, ...tables.only] : [...tables.without.map(ignored), name]
  const position = 'only' in tables ? null : await positionOption(program)
  const child = start(program, [...dumping, ...(position ? [position] : []), ...tableArguments], 'ignore')
  const end = endOf(child, 'The database could not be dumped')
  // Avoids an unhandled rejection when the consumer stops reading early.
  end.catch(() => {})
  try {
    yield* child.stdout as AsyncIterable<Buffer>
    await end
  } finally {
    child.kill()
  }
}

/** Loads the dump written to `input` into the database. `done` rejects with a Trouble when a statement fails. */
export function loadDump(): { input: Writable; done: Promise<void> } {
  const child = start(programFor('restore a database', 'mariadb', 'mysql'), [server().name], 'pipe')
  const completion = endOf(child, 'The dump could not be read into the database')
  completion.catch(() => {})
  return { input: child.stdin as Writable, done: completion }
}

const versionOf = (program: string) => spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout

const serverVersion = { version: text('VERSION()') }

const isMariaDb = (version: string | undefined) => /mariadb/i.test(version ?? '')

/**
 * MariaDB's program dumps values of generated columns, which MySQL rejects on restore, so MySQL needs its own program.
 */
async function dumper(): Promise<string> {
  const row = await selectRow(serverVersion, '')
  if (isMariaDb(row?.version)) return programFor('dump a database', 'mariadb-dump', 'mysqldump')
  const program = findProgram('mysqldump')
  if (program && !isMariaDb(versionOf(program))) return program
  throw new Trouble('The database is MySQL: its backups need the mysqldump of MySQL, which is not installed.')
}

const ignored = (table: string) => `--ignore-table=${server().name}.${table}`

function programFor(purpose: string, ...names: string[]): string {
  const program = findProgram(...names)
  if (program) return program
  throw new Trouble(
    `The program ${names.join(' or ')} is needed to ${purpose}, and is not installed. Debian and Ubuntu have it in ${debianPackage}: apt-get install ${debianPackage}`,
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
  // Ignores the account's own option files, so that the dump is the same for every account.
  const words = ['--no-defaults', ...reached, '--default-character-set=utf8mb4', ...args]
  // Passes the password in the environment, because every user of the machine can read command-line arguments.
  const environment = { ...process.env, MYSQL_PWD: secret }
  return spawn(program, words, { env: environment, stdio: [input, 'pipe', 'pipe'] })
}

/**
 * TLS as in the portal's own connections (`connection.server`). MariaDB and MySQL name the options differently; each
 * ignores the other's.
 */
function encryption(): string[] {
  const { DATABASE_CA: file, DATABASE_URL: address } = env()
  if (!file) return ['--loose-skip-ssl-verify-server-cert']
  const ofName = isLoopback(address) ? [] : ['--loose-ssl-verify-server-cert']
  return [`--ssl-ca=${file}`, `--loose-ssl-mode=${isLoopback(address) ? 'VERIFY_CA' : 'VERIFY_IDENTITY'}`, ...ofName]
}

async function endOf(child: ChildProcess, trouble: string): Promise<void> {
  const stderrText = child.stderr ? wholeText(child.stderr) : Promise.resolve('')
  const [code] = await once(child, 'close')
  if (code === 0) return
  const words = (await stderrText).split('\n').filter((line) => line !== '' && !/warning/i.test(line))
  throw new Trouble(`${trouble}: ${words.at(-1) ?? 'its program was stopped'}`)
}
