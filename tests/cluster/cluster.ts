import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { vi } from 'vitest'
import { DebianRoot } from '../../scripts/debian-root.mjs'
import { migrate } from '../factories/app'
import { patience } from '../setup/slowness'

/*
 * Three database servers in one cluster, each with its own network, behind HAProxy: Debian's programs, in a Debian
 * root, with the settings of docs/deploy. All of it lives in the namespaces of `npm run test:cluster` and ends with
 * them.
 */

const numbers = [1, 2, 3] as const
const hostOf = (number: number) => `10.9.8.${10 + number}`
const account = 'shala:for-tests-only'
/** Time limit for joining: a new member copies all data, perhaps on a busy machine. */
const joinMs = patience(180_000)

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: joinMs, interval: 100 })

/**
 * Options to skip waiting for the disk, which all three servers share. The tests kill processes, not machines, so
 * written data survives in the system's cache.
 */
export const waitForNoDisk = '--innodb-flush-log-at-trx-commit=2 --innodb-doublewrite=OFF'

/** Values for the commands of a server. */
interface Place {
  number: number
  host: string
  /** Hosts of all servers, including its own. */
  all: string[]
  /** Data folder, inside the root. */
  data: string
  isFirst: boolean
  /** True for the first server on its first start. */
  founds: boolean
}

/** Specifics of one kind of cluster. Commands run in a shell in the root. */
export interface Engine {
  /** Folder in docs/deploy, with `haproxy.cfg` and the file `settings`, which has the settings of each server. */
  name: string
  settings: string
  /**
   * Returns the command that creates a server's empty database before its first start; /first.sql creates the accounts.
   */
  prepare: (place: Place) => string
  /** Returns the command that runs the server until it is killed. */
  serve: (place: Place) => string
  /** Returns statements that make a newly started server a member, when it does not join by itself. */
  join?: (founds: boolean) => string[]
  /** Query whose `value` is the number of members that this server sees; 0 or empty if it is not synchronized. */
  seen: string
}

export interface Member {
  name: string
  number: number
  /** Direct connection, without HAProxy. */
  url: string
  /** Sends kill -9 to all its processes. */
  kill: () => Promise<void>
  /** Starts it again on the same data; it rejoins by itself. */
  start: () => void
  /** Drops all traffic to it, without any error for the other side. */
  cutOff: () => void
  /** Cuts it from the other members, but not from HAProxy. */
  cutFromOthers: () => void
  connect: () => void
  /** Returns the number of members it sees; 0 while it is not a synchronized member. */
  sees: () => Promise<number>
}

export interface Cluster {
  members: Member[]
  /** Through HAProxy: the server for writes. */
  writer: string
  /** Through HAProxy: any member. */
  reader: string
  /** Returns the member to which HAProxy sends the writers. */
  writing: () => Promise<Member>
  untilWhole: () => Promise<void>
  giveBack: () => Promise<void>
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })

/** Creates a bridge, and for each member a network namespace that a veth pair connects to it. */
function layCables(): void {
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', 'bridge', 'type', 'bridge')
  ip('address', 'add', `${hostOf(-9)}/24`, 'dev', 'bridge')
  ip('link', 'set', 'bridge', 'up')
  for (const number of numbers) {
    const space = `member${number}`
    ip('netns', 'add', space)
    ip('link', 'add', `cable${number}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', `cable${number}`, 'master', 'bridge', 'up')
    ip('-n', space, 'address', 'add', `${hostOf(number)}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
    ip('-n', space, 'link', 'set', 'lo', 'up')
  }
}

/**
 * Starts HAProxy and the cluster behind it, and migrates the database.
 * @param rootFolder a Debian root with the server and haproxy
 */
export async function startCluster(engine: Engine, rootFolder: string): Promise<Cluster> {
  const root = new DebianRoot(rootFolder)
  const inRoot = (...parts: string[]) => path.join(rootFolder, ...parts)
  const deploy = path.resolve('docs/deploy', engine.name)
  layCables()
  copyFileSync(path.join(deploy, engine.settings), inRoot(engine.settings))
  copyFileSync(path.join(deploy, 'haproxy.cfg'), inRoot('etc', 'haproxy', 'haproxy.cfg'))
  writeFileSync(inRoot('first.sql'), accounts)
  const members = numbers.map((number) => memberOf(engine, root, number))
  for (const member of members) await startFirst(engine, member)
  const [writer, reader] = ['127.0.0.1:3307', '127.0.0.1:3308']
  const haproxy = start(
    root.command(['haproxy', '-db', '-f', '/etc/haproxy/haproxy.cfg'], {
      env: {
        ...Object.fromEntries(numbers.map((number) => [`MEMBER_${number}`, `${hostOf(number)}:3306`])),
        WRITER: writer,
        READER: reader,
      },
    }),
    inRoot('haproxy.log'),
  )
  await until(() => ask(urlOf(writer), 'SELECT 1 AS value'))
  await migrate(urlOf(writer))
  return {
    members,
    writer: urlOf(writer),
    reader: urlOf(reader),
    async writing() {
      const number = await until(() => ask(urlOf(writer), 'SELECT @@server_id AS value'))
      return members.find((member) => String(member.number) === number) as Member
    },
    async untilWhole() {
      await until(async () => {
        const seen = await Promise.all(members.map((member) => member.sees()))
        if (seen.some((count) => count !== members.length))
          throw new Error(
            `the cluster is not whole: ${members.map(({ name }, index) => `${name} sees ${seen[index]}`)}`,
          )
      })
    },
    async giveBack() {
      await haproxy.kill()
      for (const member of members) await member.kill()
    },
  }
}

const urlOf = (address: string) => `mysql://${account}@${address}/shala`

const accounts = `CREATE USER shala IDENTIFIED BY 'for-tests-only';
GRANT ALL PRIVILEGES ON *.* TO shala WITH GRANT OPTION;
CREATE USER haproxy;
GRANT SELECT ON performance_schema.* TO haproxy;
`

/** Starts the members one after the other; the first has the database, the others copy it from the cluster. */
async function startFirst(engine: Engine, member: Member): Promise<void> {
  member.start()
  const server = member.url.replace(/shala$/, '')
  await until(() => ask(server, 'SELECT 1 AS value'))
  const founds = member.number === 1
  for (const statement of engine.join?.(founds) ?? []) await ask(server, statement, joinMs)
  if (founds)
    await until(() =>
      ask(server, 'CREATE DATABASE IF NOT EXISTS shala CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci'),
    )
  await until(async () => {
    if ((await member.sees()) < member.number) throw new Error(`${member.name} is not in the cluster yet`)
  })
}

function memberOf(engine: Engine, root: DebianRoot, number: number): Member {
  const name = `member${number}`
  const data = `/var/lib/${name}`
  const host = hostOf(number)
  const url = urlOf(`${host}:3306`)
  let running: ReturnType<typeof start> | null = null
  let isFirst = true
  const peers = numbers.filter((other) => other !== number).map(hostOf)
  const command = (words: string[]): [string, string[]] => {
    const [program, args] = root.command(words)
    return ['ip', ['netns', 'exec', name, program, ...args]]
  }
  return {
    name,
    number,
    url,
    async kill() {
      await running?.kill()
      running = null
    },
    start() {
      const place = { number, host, all: numbers.map(hostOf), data, isFirst, founds: isFirst && number === 1 }
      const prepare = isFirst ? `${engine.prepare(place)} && ` : ''
      running = start(command(['sh', '-c', `${prepare}${engine.serve(place)}`]), path.join(root.folder, `${name}.log`))
      isFirst = false
    },
    cutOff: () => ip('link', 'set', `cable${number}`, 'down'),
    cutFromOthers: () => {
      for (const peer of peers) ip('-n', name, 'route', 'add', 'blackhole', peer)
    },
    connect: () => {
      ip('link', 'set', `cable${number}`, 'up')
      for (const peer of peers) {
        try {
          ip('-n', name, 'route', 'delete', 'blackhole', peer)
        } catch {
          // The firewall rule exists only if the member was cut off from the others.
        }
      }
    },
    sees: () => ask(url, engine.seen).then(Number, () => 0),
  }
}

/** Starts a program that ends with this process, including its children. */
function start([program, words]: [string, string[]], log: string) {
  const child = spawn(program, words, { stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function ask(url: string, sql: string, timeout = 4000): Promise<string | undefined> {
  const connection = await createConnection({ uri: url, connectTimeout: 2000 })
  try {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout })
    return Array.isArray(rows) ? String(rows[0]?.value ?? '') : undefined
  } finally {
    connection.destroy()
  }
}
