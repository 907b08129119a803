import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRoot } from './debian-root.mjs'
import { Listened } from './listened.mjs'
import { freePort } from './processes.mjs'

/*
 * MySQL 9.7 from Debian's unstable suite, in its own Debian root and with MySQL's default settings (sql_mode,
 * collation).
 */

const DEBIAN = {
  suite: 'sid',
  include: ['mysql-server-core', 'mysql-client-core'],
  aptOptions: ['Acquire::Check-Valid-Until "false"'],
}
const START_LIMIT_MS = 120_000

/**
 * Creates and starts a server under `folder` with databases of these names, and for each an account of the same name
 * for local connections.
 * @param {string} folder
 * @param {string[]} names
 * @param {{ grants?: Record<string, string[]>, flags?: string[] }} [options] grants: an account's rights, as lines of
 * SQL; all rights by default
 * @returns {Promise<{ server: Listened, root: import('./debian-root.mjs').DebianRoot, version: string, url: (name: string) => string }>}
 * `server`: the running program; SIGKILL to its process stops the server
 */
export async function startMysql(folder, names, { grants = {}, flags = [] } = {}) {
  const root = await makeRoot({ folder: join(folder, 'root'), ...DEBIAN, cached: true })
  const mysqld = ['mysqld', '--no-defaults', '--user=root', '--datadir=/data']
  await root.run([...mysqld, '--initialize-insecure'])
  const made = names.flatMap((name) => [
    `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;`,
    `CREATE USER '${name}'@'127.0.0.1' IDENTIFIED BY 'for-tests-only';`,
    ...(grants[name] ?? [`GRANT ALL PRIVILEGES ON *.* TO '${name}'@'127.0.0.1' WITH GRANT OPTION;`]),
  ])
  writeFileSync(join(root.folder, 'init.sql'), `${made.join('\n')}\n`)
  const port = await freePort()
  const command = root.command([
    ...mysqld,
    '--socket=/data/socket',
    '--mysqlx=OFF',
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    '--skip-name-resolve',
    '--secure-file-priv=NULL',
    '--init-file=/init.sql',
    ...flags,
  ])
  const server = new Listened(command, { limitMs: START_LIMIT_MS, stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => server.child.kill('SIGKILL')
  process.once('exit', stop)
  void server.ended.finally(() => process.off('exit', stop))
  await server.says(/ready for connections.* port: [1-9]/)
  const version = /Version: '([^']+)'/.exec(server.lines.join('\n'))?.[1]
  return { server, root, version, url: (name) => `mysql://${name}:for-tests-only@127.0.0.1:${port}/${name}` }
}
