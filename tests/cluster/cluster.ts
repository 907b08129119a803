import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { vi } from 'vitest'
import { DebianRoot } from '../../scripts/debian-root.mjs'
import { migrate } from '../factories/app'

/*
 * Three database servers that are one cluster, each with a network of its own, behind HAProxy: Debian's programs, in a Debian root,
 * with the settings of docs/deploy. Everything lies in the name spaces of `npm run test:cluster` and goes with them.
 */

const numbers = [1, 2, 3] as const
const hostOf = (number: number) => `10.9.8.${10 + number}`
const account = 'shala:for-tests-only'
/** A member takes everything anew when it comes for the first time; machines may be busy. */
const joinMs = 180_000

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: joinMs, interval: 100 })

/** Processes die here, not machines: what the system has been given to write stays, and three servers do not wait for one disk. */
export const waitForNoDisk = '--innodb-flush-log-at-trx-commit=2 --innodb-doublewrite=OFF'

/** A server as its commands name it. */
interface Place {
  number: number
  host: string
  /** The hosts of all servers, itself among them. */
  all: string[]
  /** Its folder, in the root. */
  data: string
  isFirst: boolean
  /** Whether it is the first server of all, for the first time. */
  founds: boolean
}

/** What one kind of cluster has of its own. Commands are those of a shell in the root. */
export interface Engine {
  /** Its folder in docs/deploy, with `haproxy.cfg` and, by this name, the settings of each server. */
  name: string
  settings: string
  /** Makes the empty database of a server, before its first start; /first.sql makes the accounts. */
  prepare: (place: Place) => string
  /** Runs the server for as long as nobody ends it. */
  serve: (place: Place) => string
  /** What makes a server that has started for the first time a member, where it does not do so by itself. */
  join?: (founds: boolean) => string[]
  /** As `value`: how many members a server sees that is one itself and has caught up; 0 or nothing from another. */
  seen: string
}

/** A server of the cluster. */
export interface Member {
  name: string
  number: number
  /** For a connection past HAProxy. */
  url: string
  /** kill -9 of all its processes. */
  kill: () => Promise<void>
  /** Starts it again on the same data; it finds back by itself. */
  start: () => void
  /** Nothing reaches it any more, and nobody is told. */
  cutOff: () => void
  /** The other members do not reach it, while HAProxy does. */
  cutFromOthers: () => void
  connect: () => void
  /** How many members it sees; 0 while it does not belong to them or has not caught up. */
  sees: () => Promise<number>
}

export interface Cluster {
  members: Member[]
  /** Through HAProxy: where all write. */
  writer: string
  /** Through HAProxy: any member. */
  reader: string
  /** The member that HAProxy sends the writers to. */
  writing: () => Promise<Member>
  untilWhole: () => Promise<void>
  giveBack: () => Promise<void>
}

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: 'pipe' })

/** One bridge, and a network with one cable to it for each member. */
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
 * Starts the cluster, HAProxy before it, and migrates the database.
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

/** Members come one after the other; the first has the database, the others get it from the cluster. */
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
          // It was not cut from the others alone.
        }
      }
    },
    sees: () => ask(url, engine.seen).then(Number, () => 0),
  }
}

/** A program that ends with us, with all that it has started. */
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
