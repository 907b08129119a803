import { Agent, get, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'

const wanted = (name, otherwise) =>
  Number(process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1] ?? otherwise)
const statements = wanted('statements', 1_000_000)
const pages = wanted('pages', 10_000)
/** Number of pages timed at the beginning and at the end, one at a time. */
const timed = 1_000
const lanes = 4
const studentPages = ['/students', '/students/fees', '/students/attendance', '/students/exams']
const staffPages = ['/school', '/school/students', '/school/fees', '/school/collections']
/** A light page, so that the cost of a connection is visible. */
const light = '/students/settings'
/** File of all data about a student: some 25 statements and little CPU, so the quickest way to a million statements. */
const manyStatements = '/students/settings/data/file'

/**
 * A week of work in minutes: runs a million statements and 10,000 pages through one process, then repeats the
 * measurements of the beginning. The database server, which has no other client, counts the statements; downloads of a
 * student's own data make up the rest of the million.
 */
export async function run(stage) {
  const cookies = await stage.run('tests/bench/seed.ts')
  const probe = join(stage.folder, 'probe')
  const app = await stage.startApp(true, {
    flags: ['--expose-gc', '--import', join(import.meta.dirname, 'soak-probe.mjs')],
    env: { PROBE: probe },
  })
  const server = await createConnection(stage.databaseUrl)
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const addresses = [
    ...studentPages.map((path) => ({ path, cookie: cookies.few })),
    ...staffPages.map((path) => ({ path, cookie: cookies.staff })),
  ]
  const atFirst = await statementsOf(server)
  const sent = async () => (await statementsOf(server)) - atFirst
  const ask = (path, cookie) => send(app.url + path, cookie, agent)
  let asked = 0
  const nextPage = () => {
    const { path, cookie } = addresses[asked++ % addresses.length]
    return ask(path, cookie)
  }
  const connection = () => connectionMs(server, () => ask(light, cookies.few))
  const look = async () => ({ times: await timesOf(timed, nextPage), memory: await memoryOf(probe) })

  // Times a new connection before the warm-up, because that already runs many statements.
  const connectionBefore = await connection()
  for (let warm = 0; warm < timed; warm++) await nextPage()
  const before = await look()
  const sentBefore = await sent()
  const started = performance.now()
  await together(lanes, () => asked < pages - timed, nextPage)
  while ((await sent()) < statements) {
    let files = 0
    await together(
      lanes,
      () => files++ < 100,
      () => ask(manyStatements, cookies.few),
    )
  }
  const seconds = (performance.now() - started) / 1000
  const sentAfter = await sent()
  const after = await look()
  const connectionAfter = await connection()
  agent.destroy()
  console.log(
    `${asked} pages and ${await sent()} statements in one process, ${((sentAfter - sentBefore) / seconds).toFixed(0)} a second`,
  )
  await server.end()
  return [
    ...compare('new connection', 'ms', connectionBefore, connectionAfter, 1.5),
    ...compare('memory (RSS)', 'MB', before.memory.rss, after.memory.rss, 1.3),
    ...compare('memory (heap)', 'MB', before.memory.heap, after.memory.heap, 1.2),
    ...compare('a page, median', 'ms', at(before.times, 0.5), at(after.times, 0.5), 1.3),
    ...compare('a page, p99', 'ms', at(before.times, 0.99), at(after.times, 0.99), 1.5),
  ]
}

/** Prints both values; records a missed goal when the value grows by more than the factor `max`. */
function compare(what, unit, before, after, max) {
  const grown = after / before
  console.log(
    `${what.padEnd(15)} ${before.toFixed(1).padStart(7)} ${unit} before, ${after.toFixed(1).padStart(7)} ${unit} after: ${grown.toFixed(2)} (at most ${max})`,
  )
  return grown > max ? [`${what} grew ${grown.toFixed(2)} times`] : []
}

const at = (sorted, share) => sorted[Math.floor(sorted.length * share)] ?? 0

/** Returns the number of statements since the server's start. */
async function statementsOf(server) {
  const [[row]] = await server.query("SHOW GLOBAL STATUS LIKE 'Questions'")
  return Number(row.Value)
}

/** Returns the durations of `count` calls, in ms, sorted ascending. */
async function timesOf(count, work) {
  const times = []
  for (let done = 0; done < count; done++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

async function together(count, goesOn, work) {
  const lane = async () => {
    while (goesOn()) await work()
  }
  await Promise.all(Array.from({ length: count }, lane))
}

/**
 * Returns the median time of a light page, in ms, when the server has closed the app's connections and the page has to
 * open a new one.
 */
async function connectionMs(server, ask) {
  await timesOf(300, ask)
  const cold = []
  for (let round = 0; round < 25; round++) {
    const [open] = await server.query(
      'SELECT id FROM information_schema.processlist WHERE user = SUBSTRING_INDEX(CURRENT_USER(), "@", 1) AND id <> CONNECTION_ID()',
    )
    for (const { id } of open) await server.query(`KILL ${id}`).catch(() => {})
    await sleep(50)
    cold.push(...(await timesOf(1, ask)))
  }
  return at(
    cold.sort((a, b) => a - b),
    0.5,
  )
}

/** Returns the memory of the app's process after a full collection, in MB. */
function memoryOf(socketPath) {
  return new Promise((resolve, reject) => {
    get({ socketPath, path: '/' }, async (answer) => resolve(JSON.parse((await answer.toArray()).join('')))).once(
      'error',
      reject,
    )
  })
}

function send(url, cookie, agent) {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (answer) => {
      const isWrong = answer.statusCode !== 200
      answer.resume().on('end', () => (isWrong ? reject(new Error(`${url}: ${answer.statusCode}`)) : resolve()))
    })
      .once('error', reject)
      .end()
  })
}
