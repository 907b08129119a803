import { execFileSync, spawn } from 'node:child_process'
import { copyFileSync, openSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { vi } from 'vitest'
import { DebianRoot } from '../../scripts/debian-root.mjs'
import { migrate } from '../factories/app'

/*
 * Three MariaDB servers that are one Galera cluster, each with a network of its own, behind HAProxy: Debian's programs, in a Debian root,
 * with the settings of docs/deploy/galera. Everything lies in the name spaces of `npm run test:cluster` and goes with them.
 */

const settings = path.resolve('docs/deploy/galera')
const numbers = [1, 2, 3] as const
const hostOf = (number: number) => `10.9.8.${10 + number}`
const account = 'shala:for-tests-only'
/** A member takes everything anew when it comes for the first time; machines may be busy. */
const joinMs = 90_000

const until = <T>(check: () => Promise<T>) => vi.waitFor(check, { timeout: joinMs, interval: 100 })

/** A server of the cluster. */
export interface Member {
  name: string
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
  /** Whether it belongs to the cluster and has caught up. */
  isIn: () => Promise<boolean>
}

export interface Galera {
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

const ip = (...words: string[]) => execFileSync('ip', words)

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
 * @param rootFolder a Debian root with mariadb-server and haproxy
 */
export async function startGalera(rootFolder: string): Promise<Galera> {
  const root = new DebianRoot(rootFolder)
  const inRoot = (...parts: string[]) => path.join(rootFolder, ...parts)
  layCables()
  copyFileSync(path.join(settings, 'galera.cnf'), inRoot('galera.cnf'))
  copyFileSync(path.join(settings, 'haproxy.cfg'), inRoot('etc', 'haproxy', 'haproxy.cfg'))
  writeFileSync(
    inRoot('first.sql'),
    `CREATE DATABASE shala CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci;
CREATE USER shala IDENTIFIED BY 'for-tests-only';
GRANT ALL PRIVILEGES ON *.* TO shala WITH GRANT OPTION;
CREATE USER haproxy;
`,
  )
  const members = numbers.map((number) => memberOf(root, number))
  for (const member of members) {
    member.start()
    await until(async () => {
      if (!(await member.isIn())) throw new Error(`${member.name} is not in the cluster yet`)
    })
  }
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
  const urlOf = (address: string) => `mysql://${account}@${address}/shala`
  await until(() => ask(urlOf(writer), 'SELECT 1 AS value'))
  await migrate(urlOf(writer))
  return {
    members,
    writer: urlOf(writer),
    reader: urlOf(reader),
    async writing() {
      const name = await until(() => ask(urlOf(writer), 'SELECT @@wsrep_node_name AS value'))
      return members.find((member) => member.name === name) as Member
    },
    async untilWhole() {
      await until(async () => {
        const sizes = await Promise.all(members.map((member) => statusOf(member.url, 'wsrep_cluster_size')))
        const isIn = await Promise.all(members.map((member) => member.isIn()))
        if (isIn.includes(false) || sizes.some((size) => size !== String(members.length)))
          throw new Error(
            `the cluster is not whole: ${members.map(({ name }, index) => `${name} ${isIn[index]} ${sizes[index]}`)}`,
          )
      })
    },
    async giveBack() {
      await haproxy.kill()
      for (const member of members) await member.kill()
    },
  }
}

function memberOf(root: DebianRoot, number: number): Member {
  const name = `member${number}`
  const data = `/var/lib/${name}`
  const url = `mysql://${account}@${hostOf(number)}:3306/shala`
  let running: ReturnType<typeof start> | null = null
  let isFirstStart = true
  const peers = numbers.filter((other) => other !== number).map(hostOf)
  const command = (words: string[]): [string, string[]] => {
    const [program, args] = root.command(words)
    return ['ip', ['netns', 'exec', name, program, ...args]]
  }
  return {
    name,
    url,
    async kill() {
      await running?.kill()
      running = null
    },
    start() {
      const founds = isFirstStart && number === 1
      // The first member makes the tables of the system, the others get them from it.
      const prepare = isFirstStart ? `install --directory --owner=mysql ${data} /run/mysqld && ` : ''
      const make = founds
        ? `mariadb-install-db --no-defaults --user=mysql --datadir=${data} --skip-test-db --skip-name-resolve --force && `
        : ''
      // An address without names founds a cluster.
      const address = `gcomm://${founds ? '' : numbers.map(hostOf).join(',')}`
      const server = [
        'exec mariadbd-safe --defaults-file=/galera.cnf --user=mysql --skip-syslog',
        `--datadir=${data} --socket=${data}/socket --pid-file=${data}/pid --log-error=${data}/log.err`,
        `--wsrep-cluster-address=${address} --wsrep-node-address=${hostOf(number)} --wsrep-node-name=${name}`,
        founds ? '--init-file=/first.sql' : '',
      ].join(' ')
      running = start(command(['sh', '-c', `${prepare}${make}${server}`]), path.join(root.folder, `${name}.log`))
      isFirstStart = false
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
    isIn: async () => (await statusOf(url, 'wsrep_local_state')) === '4',
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

async function ask(url: string, sql: string): Promise<string | undefined> {
  const connection = await createConnection({ uri: url, connectTimeout: 2000 })
  try {
    const [[row]] = await connection.query<RowDataPacket[]>({ sql, timeout: 4000 })
    return row && String(row.value ?? row.Value)
  } finally {
    connection.destroy()
  }
}

const statusOf = (url: string, name: string) => ask(url, `SHOW STATUS LIKE '${name}'`).catch(() => undefined)
