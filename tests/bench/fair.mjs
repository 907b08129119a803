import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:https'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { mayMakeRoots } from '../../scripts/debian-root.mjs'
import { Trouble } from '../../scripts/processes.mjs'
import { freePorts, makeCertificate, makeServerRoot, startNginx } from '../deploy/nginx.mjs'
import { missedBy } from './figures.mjs'
import { cpuOf } from './rush.mjs'

/** Large enough to keep the tables behind a large school's CSV in memory. */
export const databaseFlags = ['--innodb-buffer-pool-size=512M']

const papersAtOnce = 60
const signInsHeld = 300
const measureMs = 20_000
const classOf600 = 600
const seconds600 = 60
const addresses = { quiet: '127.0.0.1', loud: '127.0.0.2', hostile: '127.0.0.3', school: '127.0.0.4' }
const { large, student } = { large: '/school/collections/letters.pdf', student: '/students/fees' }

/**
 * Fair use, through nginx with docs/deploy/nginx.conf and one app per core. One account requests 60 PDFs and a CSV of
 * 5,000 students, and 300 connections of one address try to sign in with a wrong password. At the same time, a student
 * of another school opens pages and signs in, and a clerk there opens a receipt; their times are compared with those
 * without load. Then 600 students of one address sign in, and slow clients read large files.
 */
export async function run(stage) {
  const { may, why } = await mayMakeRoots()
  if (!may) throw new Trouble(`This bench needs nginx in a Debian root. ${why}`)
  const { ports } = await freePorts(0)
  const env = { BASE_URL: `https://localhost:${ports.https}`, TRUST_PROXY: '1' }
  const seeded = await stage.run('tests/bench/seed-fair.ts', [], env)
  const school = await stage.run('tests/bench/seed-rush.ts', [String(classOf600)])
  const folder = mkdtempSync(join(os.tmpdir(), 'shala-fair-'))
  try {
    const ca = readFileSync(await makeCertificate(folder))
    const apps = []
    while (apps.length < Math.max(2, os.availableParallelism())) apps.push(await stage.startApp(false, { env }))
    const root = await makeServerRoot(join(folder, 'root'))
    const nginx = await startNginx(root, {
      certificates: folder,
      ports,
      apps: apps.map(({ url }) => Number(new URL(url).port)),
    })
    try {
      const at = { port: ports.https, ca }
      console.log(
        `load of the machine before: ${os.loadavg()[0].toFixed(1)}; ${seeded.students} students, ${seeded.payments} payments`,
      )
      const parts = { apps: apps.map(({ pid }) => pid), database: [stage.databasePid], nginx: [nginx.pid] }
      return [
        ...(await besideOthers(at, seeded, parts)),
        ...(await signInOf600(at, school)),
        ...(await slowReaders(apps, seeded)),
      ]
    } finally {
      await nginx.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function besideOthers(at, seeded, parts) {
  const ask = asker(at, addresses.quiet)
  await measure(ask, seeded, 5_000)
  const before = await measure(ask, seeded, measureMs)
  const load = new Worker(new URL(import.meta.url), { workerData: { ...at, cookie: seeded.large[0] } })
  const failed = new Promise((_resolve, reject) => load.once('error', reject))
  failed.catch(() => {})
  await Promise.race([new Promise((resolve) => load.once('message', resolve)), failed])
  // Waits until the first requests, which take longest, have a response.
  await sleep(3_000)
  const cpuBefore = cpuOf(parts)
  const began = performance.now()
  const during = await measure(ask, seeded, measureMs)
  const seconds = (performance.now() - began) / 1000
  const cores = Object.entries(cpuOf(parts)).map(
    ([name, spent]) => `${name} ${((spent - cpuBefore[name]) / seconds).toFixed(2)}`,
  )
  load.postMessage('stop')
  const seen = await Promise.race([new Promise((resolve) => load.once('message', resolve)), failed])
  await load.terminate()
  const after = await measure(ask, seeded, measureMs)
  ask.close()
  const idle = at50([...before.pages, ...after.pages])
  const ratio = at50(during.pages) / idle
  const line = (name, { pages, signIns, receipts }) =>
    `  ${name.padEnd(12)}${[pages, signIns, receipts].map((times) => `${at50(times).toFixed(0)}, ${p95(times).toFixed(0)}`.padStart(14)).join('')}`
  console.log(`
another school, median and p95 in ms: pages of a student, sign-in, receipt of the counter
${line('before', before)}
${line('meanwhile', during)}
${line('afterwards', after)}
  pages meanwhile are ${ratio.toFixed(2)} times as slow as without; answers of others: ${JSON.stringify(seen)}
  cores meanwhile: ${cores.join(', ')} (of ${os.availableParallelism()}); load of the machine ${os.loadavg()[0].toFixed(1)}`)
  const refused = [before, during, after].flatMap(({ others }) => others)
  return [
    ...(refused.length > 0 ? [`the other school's student was answered ${[...new Set(refused)]}`] : []),
    ...(seen.papers[200] > 0 && seen.files[200] > 0 ? [] : ['the busy account got nothing at all']),
    ...missedBy('fair', [
      { name: 'pages, median meanwhile to idle', value: ratio, goal: 2, unit: ' times' },
      { name: 'sign-in meanwhile, p95', value: p95(during.signIns), goal: 1_000, unit: ' ms' },
      { name: 'receipt meanwhile, p95', value: p95(during.receipts), goal: 1_000, unit: ' ms' },
    ]),
  ]
}

/**
 * Measures the response times of a student and of the counter clerk at the other school, one request at a time. The
 * clerk's receipt is rendered on each request.
 */
async function measure(ask, { student: cookie, counter, receipt, email, password }, ms) {
  const seen = { pages: [], signIns: [], receipts: [], others: [] }
  const timed = async (times, wanted, ...words) => {
    const began = performance.now()
    const { status } = await ask(...words)
    times.push(performance.now() - began)
    if (status !== wanted) seen.others.push(`${words[0]} ${status}`)
  }
  const end = performance.now() + ms
  while (performance.now() < end) {
    for (let page = 0; page < 8; page++) await timed(seen.pages, 200, student, { cookie })
    await timed(seen.receipts, 200, `/school/receipts/${receipt}?paper=slip`, { cookie: counter })
    await timed(seen.signIns, 303, '/students/login', { form: { email, password } })
    await sleep(100)
  }
  return seen
}

async function signInOf600(at, { emails, password }) {
  const ask = asker(at, addresses.school)
  const statuses = {}
  const times = []
  const count = (name) => {
    statuses[name] = (statuses[name] ?? 0) + 1
  }
  const began = performance.now()
  // All press the button at once, like a class on its teacher's instruction.
  await Promise.all(
    emails.map(async (email) => {
      const page = await ask('/students/login')
      if (page.status !== 200) return count(`page ${page.status}`)
      const signedIn = await ask('/students/login', { form: { email, password } })
      if (signedIn.status !== 303) return count(`sign-in ${signedIn.status}`)
      const home = await ask('/students', { cookie: signedIn.cookie })
      count(home.status === 200 ? 'inside' : `home ${home.status}`)
      times.push(performance.now() - began)
    }),
  )
  ask.close()
  const inside = statuses.inside ?? 0
  console.log(`
${emails.length} students of one address at once: ${JSON.stringify(statuses)}; inside after ${(at50(times) / 1000).toFixed(1)} s (median), ${(p95(times) / 1000).toFixed(1)} s (p95), the last after ${(Math.max(...times) / 1000).toFixed(1)} s`)
  return [
    ...(inside === emails.length ? [] : [`of ${emails.length} students of one address ${JSON.stringify(statuses)}`]),
    ...missedBy('fair', [
      {
        name: '600 students of one address, the last inside',
        value: Math.max(...times) / 1000,
        goal: seconds600,
        unit: ' s',
      },
    ]),
  ]
}

/**
 * Lets three accounts read the largest list slowly from an app, without nginx. Returns a message when the app's memory
 * grows beyond its goal.
 */
async function slowReaders([app], { large: cookies }) {
  const get = (cookie) =>
    fetch(`${app.url}/school/collections.csv`, { headers: { cookie, 'accept-encoding': 'identity' } })
  const take = async (cookie, pauseMs) => {
    const answer = await get(cookie)
    let bytes = 0
    for await (const part of answer.body) {
      bytes += part.length
      if (pauseMs > 0) await sleep(pauseMs)
    }
    return { status: answer.status, bytes }
  }
  // The first download is not counted, because its memory stays allocated.
  await take(cookies[0], 0)
  const before = memoryOf(app.pid)
  let max = before
  const watch = setInterval(() => {
    max = Math.max(max, memoryOf(app.pid))
  }, 50)
  const files = await Promise.all(cookies.map((cookie) => take(cookie, 20)))
  clearInterval(watch)
  const grown = (max - before) / 1024 / 1024
  console.log(`
three accounts read a file of ${(Math.max(...files.map(({ bytes }) => bytes)) / 1e6).toFixed(1)} MB slowly (${files.map(({ status }) => status)}): the app grows by ${grown.toFixed(0)} MB`)
  return missedBy('fair', [{ name: 'memory of an app beside slow readers', value: grown, goal: 64, unit: ' MB' }])
}

const memoryOf = (pid) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))[1]) * 1024

/** Sends requests over keep-alive connections from one address. */
function asker({ port, ca }, localAddress, maxSockets = Number.POSITIVE_INFINITY) {
  const agent = new Agent({ keepAlive: true, ca, maxSockets, localAddress })
  const ask = (path, { cookie, form } = {}) =>
    new Promise((resolve, reject) => {
      const body = form && new URLSearchParams(form).toString()
      const headers = {
        Accept: 'text/html',
        'Sec-Fetch-Site': 'same-origin',
        'Accept-Language': 'en',
        'Accept-Encoding': 'gzip, br',
        ...(cookie ? { Cookie: cookie } : {}),
        ...(body
          ? { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) }
          : {}),
      }
      const sent = request(
        { port, host: 'localhost', path, method: body ? 'POST' : 'GET', agent, headers },
        (answer) => {
          const cookies = (answer.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ')
          answer
            .resume()
            .once('end', () => resolve({ status: answer.statusCode, cookie: cookies }))
            .once('error', reject)
        },
      )
      sent.once('error', reject)
      sent.end(body)
    })
  return Object.assign(ask, { close: () => agent.destroy() })
}

/**
 * Sends one account's PDF and file requests, and the sign-ins of one address, until stopped. Runs in a thread, so that
 * it does not delay the timed requests.
 */
async function load({ port, ca, cookie }) {
  const seen = { papers: {}, files: {}, signIns: {} }
  let isOver = false
  const ask = asker({ port, ca: Buffer.from(ca) }, addresses.loud)
  const guess = asker({ port, ca: Buffer.from(ca) }, addresses.hostile)
  const again = async (counts, pauseMs, once) => {
    while (!isOver) {
      const { status } = await once().catch((error) => ({ status: error.code ?? error.message }))
      counts[status] = (counts[status] ?? 0) + 1
      // Repeats the request after a fixed pause, whether it was refused or not, as a script does.
      await sleep(pauseMs)
    }
  }
  const all = [
    ...Array.from({ length: papersAtOnce }, () => again(seen.papers, 5_000, () => ask(large, { cookie }))),
    again(seen.files, 100, () => ask('/school/students.csv', { cookie })),
    ...Array.from({ length: signInsHeld }, (_, number) =>
      again(seen.signIns, 1_000, () =>
        guess('/students/login', { form: { email: `nobody${number}@hostile.test`, password: 'Wrong-password-2026' } }),
      ),
    ),
  ]
  parentPort.postMessage('begun')
  parentPort.once('message', async () => {
    isOver = true
    // Papers that began under the load must end too, however slow the machine is.
    await Promise.all(all)
    parentPort.postMessage(seen)
    ask.close()
    guess.close()
  })
}

if (!isMainThread && workerData?.cookie) await load(workerData)

const at50 = (times) => at(times, 0.5)
const p95 = (times) => at(times, 0.95)

function at(times, share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}
