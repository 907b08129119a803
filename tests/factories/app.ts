import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as sendRequest } from 'node:http'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { sessionCookieHeader } from '~/http/own-cookies.server'
import { visitorScope } from '~/models/core/shared/scope.server'
import {
  findGuardianSession,
  idleMinutes,
  openSession,
  type SessionStage,
} from '~/models/people/accounts/sign-in/sessions.server'
import { leanMemory } from '../../scripts/processes.mjs'
import { databasePatienceMs, patience } from '../setup/slowness'
import type { MadeGuardianAccount } from './guardians'
import { unique } from './insert'
import type { MadeSchool, MadeStaff } from './school'
import type { MadeStudent } from './student'

/** Key that signs the cookies of every app under test and of every process that opens sessions for it. */
export const testAppKey = 'a-key-for-tests-only-0123456789abcdef'

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  /** Body as sent over the wire, still compressed. */
  raw: Buffer
  /** Bytes of the status line and all headers. */
  headerBytes: number
  text: string
}

export interface Call {
  method?: string
  headers?: OutgoingHttpHeaders
  cookie?: string
  /** Form fields, sent as a browser sends them from a page of the app. */
  form?: Record<string, string> | URLSearchParams
  body?: string | Buffer
  /** Replaces the app's own keep-alive connections. */
  agent?: Agent
}

export interface RunningApp {
  url: string
  port: number
  pid: number
  dataDir: string
  /** Returns everything that the process has written so far. */
  output: () => string
  request: (path: string, call?: Call) => Promise<Answer>
  /** Settles with the exit code, or with null when a signal ended the process. */
  ended: Promise<number | null>
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

let buildFound: Promise<string> | undefined

/** Returns the build under test: SHALA_BUILD_DIR when set, otherwise a build of the current sources. */
export function testBuild(): Promise<string> {
  buildFound ??= (async () => {
    const given = process.env.SHALA_BUILD_DIR
    if (given && existsSync(path.join(given, 'done'))) return path.resolve(given)
    const { ensureBuild } = await import('../../scripts/build.mjs')
    return ensureBuild()
  })()
  return buildFound
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      )
    })
  })
}

/**
 * Creates a migrated database on the test server, with the neighbour school of tests/factories/neighbour.ts in it
 * unless `hasNeighbour` is false. Copies the tables of the server's own database, which is migrated once: migrating
 * each database took longer than most tests.
 */
export async function makeDatabase({
  hasNeighbour = true,
} = {}): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) throw new Error('TEST_DATABASE_URL is missing')
  const name = `shala_${unique()}`
  const onServer = async (work: (connection: Connection) => Promise<unknown>) => {
    const connection = await createConnection({ uri: server.replace(/^mariadb:/, 'mysql:'), multipleStatements: true })
    await work(connection).finally(() => connection.end())
  }
  await onServer(async (connection) => {
    await migrateOnce(connection, server)
    const tables = await tablesOf(connection)
    await connection.query(
      `CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci; USE ${name}; SET FOREIGN_KEY_CHECKS = 0;
       ${tables.join(';\n')}; INSERT INTO migrations SELECT * FROM \`${pathOf(server)}\`.migrations`,
    )
    if (hasNeighbour && process.env.TEST_NEIGHBOUR) {
      const copying: string[] = JSON.parse(readFileSync(process.env.TEST_NEIGHBOUR, 'utf8'))
      // Reads without row locks.
      await connection.query(
        `SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED; USE \`${pathOf(server)}\`; ${copying.join('; ')}`.replaceAll(
          '{to}',
          name,
        ),
      )
    }
  })
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    name,
    drop: () => onServer((connection) => connection.query(`DROP DATABASE IF EXISTS ${name}`)),
  }
}

const pathOf = (databaseUrl: string) => new URL(databaseUrl).pathname.slice(1)

/** Migrates the server's own database when a migration of the build is missing there; one process at a time. */
async function migrateOnce(connection: Connection, server: string): Promise<void> {
  const files = readdirSync(path.join(await testBuild(), 'migrations')).filter((file) => file.endsWith('.js'))
  await connection.query("SELECT GET_LOCK('migrations of the tests', ?)", [patience(120)])
  try {
    const [tables] = await connection.query<RowDataPacket[]>("SHOW TABLES LIKE 'migrations'")
    const [done] = tables.length > 0 ? await connection.query<RowDataPacket[]>('SELECT name FROM migrations') : [[]]
    const known = new Set(done.map((row) => row.name))
    if (files.some((file) => !known.has(path.basename(file, '.js')))) await migrate(server)
  } finally {
    await connection.query("SELECT RELEASE_LOCK('migrations of the tests')")
  }
}

/** Returns the statements that create the empty tables of the connection's database. */
async function tablesOf(connection: Connection): Promise<string[]> {
  const [tables] = await connection.query<RowDataPacket[]>("SHOW FULL TABLES WHERE Table_type = 'BASE TABLE'")
  const asked = tables.map((row) => `SHOW CREATE TABLE \`${Object.values(row)[0]}\``)
  const [answers] = await connection.query<RowDataPacket[][]>(asked.join('; '))
  return answers.map(([row]) => String(row?.['Create Table']).replace(/ AUTO_INCREMENT=\d+/, ''))
}

/** Migrates a database with the build under test, or with another build. */
export async function migrate(databaseUrl: string, of?: string): Promise<void> {
  const build = of ?? (await testBuild())
  await promisify(execFile)(process.execPath, [path.join(build, 'migrate.js')], {
    env: appEnvironment({ DATABASE_URL: databaseUrl, SHALA_BUILD_DIR: build, DATA_DIR: os.tmpdir() }),
  })
}

/**
 * Passes only PATH and HOME of this process to the app, and the clock settings when the clock is moved
 * (scripts/test-days.mjs).
 */
function appEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH = '', HOME = '' } = process.env
  const clock = Object.entries(process.env).filter(([name]) => /^LD_PRELOAD$|FAKE/.test(name))
  return {
    PATH,
    HOME,
    ...leanMemory,
    ...Object.fromEntries(clock),
    NODE_ENV: 'production',
    APP_MODE: 'demo',
    APP_KEY: testAppKey,
    ...settings,
  }
}

interface AppOptions {
  databaseUrl: string
  program?: 'door' | 'worker' | 'sandbox'
  port?: number
  env?: Record<string, string>
  /** State to wait for: ready for requests (default), or only alive. */
  until?: 'ready' | 'alive'
}

/** Starts a program of the build as production does, by default the web server (door.js), and waits until it serves. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const build = await testBuild()
  const port = options.port ?? (await freePort())
  const ownDir = options.env?.DATA_DIR === undefined
  const dataDir = options.env?.DATA_DIR ?? mkdtempSync(path.join(os.tmpdir(), 'shala-app-'))
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [path.join(build, `${options.program ?? 'door'}.js`)], {
    env: appEnvironment({
      HOST: '127.0.0.1',
      PORT: String(port),
      BASE_URL: url,
      DATABASE_URL: options.databaseUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      REPORT_QUERIES: '1',
      DATABASE_PATIENCE_MS: String(databasePatienceMs),
      // A closed port: no test may reach a real payment or message provider.
      PAYMENT_API_URL: 'http://127.0.0.1:9',
      MESSAGE_API_URL: 'http://127.0.0.1:9',
      SHALA_BUILD_DIR: build,
      ...options.env,
      // The wait below needs the worker's start line.
      ...(options.program === 'worker' ? { LOG_LEVEL: 'info' } : {}),
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let running = true
  void ended.then(() => {
    running = false
  })
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  const connections = new Connections()
  const app: RunningApp = {
    url,
    port,
    pid: child.pid ?? 0,
    dataDir,
    output: () => output,
    ended,
    request: (address, call) => request(url, connections.open(), address, call),
    async stop(signal = 'SIGTERM') {
      if (running) child.kill(signal)
      const code = await ended
      connections.agent.destroy()
      process.off('exit', endWithUs)
      if (ownDir) rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
  const hasStarted = {
    door: () => answersWell(app, options.until === 'alive' ? '/healthz' : '/readyz'),
    // Before the worker writes this line, a stop signal would kill it without a clean exit.
    worker: () => output.includes('worker started'),
    sandbox: () => output.includes('listening on'),
  }[options.program ?? 'door']
  for (const deadline = Date.now() + patience(120_000); !(await hasStarted()); await sleep(50)) {
    if (running && Date.now() < deadline) continue
    await app.stop('SIGKILL')
    throw new Error(`The app did not start:\n${output}`)
  }
  return app
}

/**
 * Connections that are kept for the next request. One that was idle for half a minute is closed instead: the server
 * closes it after 65 seconds, and a busy test may use it before it notices.
 */
class Connections {
  readonly agent = new Agent({ keepAlive: true, maxSockets: 50 })
  readonly #idleSince = new WeakMap<Duplex, number>()

  constructor() {
    this.agent.on('free', (socket: Duplex) => this.#idleSince.set(socket, performance.now()))
  }

  open(): Agent {
    for (const socket of Object.values(this.agent.freeSockets).flat())
      if (socket && performance.now() - (this.#idleSince.get(socket) ?? 0) > 30_000) socket.destroy()
    return this.agent
  }
}

const answersWell = (app: RunningApp, address: string): Promise<boolean> =>
  app.request(address).then(
    ({ status }) => status === 200,
    () => false,
  )

function request(base: string, agent: Agent, address: string, call: Call = {}): Promise<Answer> {
  const form = call.form === undefined ? undefined : new URLSearchParams(call.form).toString()
  const body = call.body ?? form
  const headers: OutgoingHttpHeaders = {
    ...(form === undefined
      ? {}
      : { 'content-type': 'application/x-www-form-urlencoded', origin: base, 'sec-fetch-site': 'same-origin' }),
    ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
    ...(call.cookie ? { cookie: call.cookie } : {}),
    ...call.headers,
  }
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base)
    // Sends the raw path: URL would normalise what a test malformed on purpose.
    const sent = sendRequest({
      hostname,
      port,
      path: address,
      method: call.method ?? (body === undefined ? 'GET' : 'POST'),
      agent: call.agent ?? agent,
      headers,
    })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('error', reject)
      response.once('end', () => {
        const raw = Buffer.concat(chunks)
        const lines = response.rawHeaders.reduce((sum, text) => sum + Buffer.byteLength(text) + 2, 0)
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          raw,
          headerBytes: lines + `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n\r\n`.length,
          text: decoded(raw, response.headers['content-encoding']),
        })
      })
    })
    sent.end(body)
  })
}

function decoded(raw: Buffer, encoding: string | undefined): string {
  if (raw.length === 0) return ''
  if (encoding === 'br') return brotliDecompressSync(raw).toString()
  return (encoding === 'gzip' ? gunzipSync(raw) : raw).toString()
}

/** Returns the cookie of a signed-in student. A session row costs a hundredth of a sign-in. */
export async function studentCookie(
  student: MadeStudent,
  stage: SessionStage = 'full',
  idle: number = idleMinutes.student,
): Promise<string> {
  const account = { kind: 'student', schoolId: student.schoolId, id: student.id } as const
  return cookie('student', await openSession(visitorScope(), account, { stage, idleMinutes: idle }))
}

/** Returns the cookie of a staff user who has just entered the password. */
export async function staffCookie(
  school: MadeSchool,
  staff: MadeStaff,
  stage: 'full' | 'second-factor' = 'full',
): Promise<string> {
  const account = { kind: 'staff', schoolId: school.id, id: staff.id } as const
  return cookie('school', await openSession(visitorScope(), account, { stage, idleMinutes: idleMinutes.staff }))
}

/** Returns the cookie of a signed-in guardian; with a child, also the cookie that opens that child's pages. */
export async function guardianCookie(account: MadeGuardianAccount, child?: MadeStudent): Promise<string> {
  const token = await openSession(
    visitorScope(),
    { kind: 'guardian', schoolId: null, id: account.id },
    { stage: 'full', idleMinutes: idleMinutes.student },
  )
  const own = await cookie('guardian', token)
  if (!child) return own
  const session = await findGuardianSession(visitorScope(), token)
  const opened = await openSession(
    visitorScope(),
    { kind: 'student', schoolId: child.schoolId, id: child.id },
    { stage: 'full', idleMinutes: idleMinutes.student, openedFrom: session?.publicId },
  )
  return `${own}; ${await cookie('student', opened)}`
}

async function cookie(role: 'student' | 'school' | 'guardian', token: string): Promise<string> {
  return (await sessionCookieHeader(role, token, { lasting: false })).split(';')[0] ?? ''
}
