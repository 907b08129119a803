import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { mayMakeRoots } from '../../scripts/debian-root.mjs'
import { Trouble } from '../../scripts/processes.mjs'
import { freePorts, makeCertificate, makeServerRoot, startNginx } from '../deploy/nginx.mjs'
import { missedBy } from './figures.mjs'

const wanted = (name, otherwise) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const students = wanted('students', 5_000)
const overMs = wanted('seconds', students / 50) * 1000
/** Share of all cores that the last run's pace takes by the measured cost of a student; without it, `seconds` decide. */
const busyShare = wanted('load', 0)
const pages = ['/students', '/students/fees', '/students/settings', '/students/fees']
/** Time on a page before the next one, in ms. */
const lookMs = 2_000
/** Maximum total waiting time of a visit, in ms; a user on a phone would give up long before. */
const maxVisitMs = 30_000
/** Milliseconds, and of a core for `cost`: at 63, two cores serve 25 students a second with 79 % of their time. */
const goals = { all: 800, pages: 250, cost: 63 }

/**
 * A results morning, through nginx with docs/deploy/nginx.conf: students arrive at random moments (an open loop), sign
 * in and open four pages over one TLS connection. Requests are timed from their scheduled moment, so that all waits
 * count; only a late previous page of the same student delays that moment. Runs with one app, then with one per core
 * (at least two); the goals apply only to the second run. Database, nginx and load share the machine. With `--load`, the
 * second run's pace follows the cost of a student in the first, so that machines of any speed are equally busy.
 */
export async function run(stage) {
  const { may, why } = await mayMakeRoots()
  if (!may) throw new Trouble(`The rush needs nginx in a Debian root. ${why}`)
  const { emails, password } = await stage.run('tests/bench/seed-rush.ts', [String(students)])
  const folder = mkdtempSync(join(os.tmpdir(), 'shala-rush-'))
  try {
    const certificate = readFileSync(await makeCertificate(folder))
    const { ports } = await freePorts(0)
    const env = { BASE_URL: `https://localhost:${ports.https}`, TRUST_PROXY: '1' }
    const root = await makeServerRoot(join(folder, 'root'))
    const broken = []
    const apps = []
    let paceMs = overMs
    for (const count of [1, Math.max(2, os.availableParallelism())]) {
      while (apps.length < count) apps.push(await stage.startApp(false, { env }))
      const nginx = await startNginx(root, {
        certificates: folder,
        ports,
        apps: apps.map(({ url }) => Number(new URL(url).port)),
      })
      try {
        const parts = { apps: apps.map(({ pid }) => pid), database: [stage.databasePid], nginx: [nginx.pid] }
        const seen = await rush({ emails, password, port: ports.https, ca: certificate, overMs: paceMs }, parts)
        tell(count, seen)
        if (count > 1) broken.push(...brokenPromises(seen))
        else if (busyShare > 0) paceMs = (students * costOf(seen)) / (os.availableParallelism() * busyShare)
      } finally {
        await nginx.stop()
      }
    }
    return broken
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function rush({ emails, password, port, ca, overMs }, parts) {
  const seen = { ...emptySeen(), overMs }
  const draw = generator(2026)
  const arrivals = emails.map(() => draw() * overMs).sort((one, other) => one - other)
  // Warms the app up: a new app has not compiled its pages yet.
  for (const email of emails.slice(0, 150))
    await visit({ email, from: '127.0.0.1', password, port, ca, look: 0 }, emptySeen())
  const before = cpuOf(parts)
  const began = performance.now()
  const visits = []
  for (const [index, email] of emails.entries()) {
    const due = began + arrivals[index]
    if (due - performance.now() > 1) await sleep(due - performance.now())
    visits.push(visit({ email, from: addressOf(index), password, port, ca, due, look: lookMs }, seen))
  }
  await Promise.all(visits)
  const after = cpuOf(parts)
  const cpu = Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]]))
  return { ...seen, seconds: (performance.now() - began) / 1000, cpu }
}

/** A network address per family, because a shared one would reach the portal's limits per network. */
const addressOf = (index) => `127.${1 + (index >> 8)}.${index & 255}.1`

const emptySeen = () => ({ signIns: [], pages: [], errors: new Map(), lateStarts: 0 })

/** Simulates one student: signs in at the moment `due`, then opens the pages with `look` ms between them. */
async function visit({ email, from, password, port, ca, due = performance.now(), look }, seen) {
  const line = new Line({ port, ca, from })
  const limit = setTimeout(() => line.fail(new Error('timed out')), maxVisitMs + look * pages.length)
  try {
    const body = new URLSearchParams({ email, password }).toString()
    const signedIn = await line.ask('POST', '/students/login', '', body)
    seen.signIns.push(performance.now() - due)
    if (signedIn.status !== 303) throw new Error(`sign-in ${signedIn.status}`)
    const cookie = signedIn.cookies.join('; ')
    for (const [index, path] of pages.entries()) {
      const planned = due + look * (index + 1)
      const early = planned - performance.now()
      if (early > 1) await sleep(early)
      else if (look > 0 && early < -1) seen.lateStarts += 1
      const from = Math.max(planned, early < 0 ? performance.now() : 0)
      const { status } = await line.ask('GET', path, cookie)
      seen.pages.push(performance.now() - from)
      if (status !== 200) throw new Error(`${path} ${status}`)
    }
  } catch (error) {
    const what = error.code ?? error.message
    seen.errors.set(what, (seen.errors.get(what) ?? 0) + 1)
  } finally {
    clearTimeout(limit)
    line.close()
  }
}

/**
 * One keep-alive TLS connection, written and read as bytes, so that the load costs little compared with the measured
 * programs.
 */
class Line {
  #waiting = null
  #parts = []
  #failure = null

  constructor({ port, ca, from }) {
    this.port = port
    this.socket = connect({
      port,
      host: '127.0.0.1',
      localAddress: from,
      servername: 'localhost',
      ca,
      ALPNProtocols: ['http/1.1'],
    })
    this.socket.setNoDelay(true)
    this.socket.on('data', (bytes) => {
      this.#parts.push(bytes)
      this.#read()
    })
    this.socket.once('error', (error) => this.fail(error))
    this.socket.once('close', () => this.fail(new Error('closed')))
  }

  fail(error) {
    this.#failure ??= error
    this.#waiting?.reject(this.#failure)
    this.#waiting = null
  }

  ask(method, path, cookie, body) {
    const form = body
      ? `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
      : ''
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost:${this.port}\r\nSec-Fetch-Site: same-origin\r\nAccept: text/html\r\nAccept-Encoding: gzip, br\r\nAccept-Language: en\r\n`
    return new Promise((resolve, reject) => {
      this.#parts = []
      this.#waiting = { resolve, reject }
      if (this.#failure) return this.fail(this.#failure)
      this.socket.write(`${head}${cookie ? `Cookie: ${cookie}\r\n` : ''}${form}\r\n${body ?? ''}`)
    })
  }

  #read() {
    const all = this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts)
    this.#parts = [all]
    const end = all.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = all.toString('latin1', 0, end)
    const length = /^content-length: (\d+)$/im.exec(head)?.[1]
    const isWhole = length === undefined ? all.subarray(-7).equals(lastChunk) : all.length >= end + 4 + Number(length)
    if (!isWhole) return
    const cookies = [...head.matchAll(/^set-cookie: ([^;]+)/gim)].map(([, cookie]) => cookie)
    this.#waiting?.resolve({ status: Number(head.slice(9, 12)), cookies })
    this.#waiting = null
  }

  close() {
    this.socket.removeAllListeners('close')
    this.socket.destroy()
  }
}

const lastChunk = Buffer.from('\r\n0\r\n\r\n')

/** Returns a generator of numbers from 0 to below 1, reproducible by its seed. */
function generator(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns the CPU seconds so far: of each of `parts` with child processes, of this program, and of all others. */
export function cpuOf(parts) {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        return [
          { pid: Number(name), parent: Number(fields[1]), seconds: (Number(fields[11]) + Number(fields[12])) / 100 },
        ]
      } catch {
        // The process ended while it was read.
        return []
      }
    })
  const secondsUnder = (pid) =>
    processes
      .filter((one) => one.pid === pid || one.parent === pid)
      .reduce((sum, one) => sum + (one.pid === pid ? one.seconds : secondsUnder(one.pid)), 0)
  const own = process.cpuUsage()
  const machine = os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1000
  const found = Object.fromEntries(
    Object.entries(parts).map(([name, pids]) => [name, pids.reduce((sum, pid) => sum + secondsUnder(pid), 0)]),
  )
  const load = (own.user + own.system) / 1e6
  const ours = Object.values(found).reduce((sum, seconds) => sum + seconds, load)
  return { ...found, load, 'everybody else': machine - ours }
}

/** Milliseconds of a core that a student costs, without the load. */
const costOf = ({ cpu }) => ((cpu.apps + cpu.database + cpu.nginx) / students) * 1000

function brokenPromises(seen) {
  const { signIns, pages, errors } = seen
  return [
    ...(errors.size > 0 ? [`errors ${JSON.stringify(Object.fromEntries(errors))}`] : []),
    ...missedBy('rush', [
      p95('sign-ins and pages', [...signIns, ...pages], goals.all),
      p95('sign-ins', signIns, goals.all),
      p95('pages of those inside', pages, goals.pages),
      { name: 'cost of a student', value: costOf(seen), goal: goals.cost, unit: ' ms of a core' },
    ]),
  ]
}

const p95 = (name, times, goal) => ({ name: `${name}, p95`, value: at(times, 0.95), goal, unit: ' ms' })

function at(times, share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function tell(apps, seen) {
  const { overMs, signIns, pages: opened, errors, lateStarts, seconds, cpu } = seen
  console.log(
    `\n${students} students in ${(overMs / 1000).toFixed(1)} s, ${apps} app${apps > 1 ? 's' : ''}: ${signIns.length} sign-ins and ${opened.length} pages in ${seconds.toFixed(1)} s`,
  )
  console.log(
    `${'from the planned moment'.padEnd(26)}${['median', 'p95', 'p99', 'longest', 'goal (p95)'].map(right).join('')}`,
  )
  const rows = [
    ['sign-ins', signIns, goals.all],
    ['pages of those inside', opened, goals.pages],
    ['both', [...signIns, ...opened], goals.all],
  ]
  for (const [name, times, goal] of rows) {
    const figures = [0.5, 0.95, 0.99, 1].map((share) => at(times, share).toFixed(0))
    console.log(`${name.padEnd(26)}${[...figures, String(goal)].map(right).join('')}`)
  }
  console.log(
    `errors: ${errors.size === 0 ? 'none' : JSON.stringify(Object.fromEntries(errors))}; pages that waited for the one before: ${lateStarts}`,
  )
  const shares = Object.entries(cpu).map(([name, spent]) => `${name} ${(spent / seconds).toFixed(2)}`)
  console.log(`cores: ${shares.join(', ')} (of ${os.availableParallelism()})`)
  const cost = costOf(seen)
  console.log(
    `a student: ${cost.toFixed(0)} ms of a core without the load, so that a core bears ${(1000 / cost).toFixed(1)} a second`,
  )
}

const right = (text) => text.padStart(12)
