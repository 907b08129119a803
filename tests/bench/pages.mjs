import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import autocannon from 'autocannon'
import { root } from '../../scripts/processes.mjs'
import { missedBy } from './figures.mjs'

/*
 * CPU time per request, of the process and of its database, for the app and the bare twin (bare.mjs). Both run on the
 * same core; the load and the database run on another. App and twin are measured alternately, so that a drift of the
 * machine's speed affects both. Only the ratio is meaningful.
 */
const rounds = 3
/** Totals of the last run over all pages; `npm run measure` compares them with commit 7701229 (`costs-before.json`). */
const costsFile = join(root, '.cache', 'bench.json')
const usualRequests = Number(process.argv[process.argv.indexOf('--requests') + 1]) || 900

/**
 * Goals as multiples of the bare twin (docs/performance.md). `more` multiplies the requests of a page that costs the twin
 * so little that the kernel's ticks would round the ratio.
 */
const pages = [
  { name: 'sign-in page', path: '/students/login', cookie: null, goal: 4, more: 5 },
  { name: 'fees, 12 rows', path: '/students/fees', cookie: 'few', goal: 3 },
  { name: 'fees, 40 rows', path: '/students/fees', cookie: 'many', goal: 3 },
  { name: 'dashboard', path: '/students/dashboard', cookie: 'few', goal: 3, rows: ['<ul class="answers">', '</main>'] },
  { name: 'timetable', path: '/students/timetable', cookie: 'few', goal: 3 },
  { name: 'attendance, 20 rows', path: '/students/attendance', cookie: 'few', goal: 3 },
  {
    name: 'quiz, 20 questions',
    seededPath: 'quiz',
    cookie: 'few',
    goal: 3,
    rows: ['name="by" value=""/>', '<div class="actions">'],
  },
  { name: "school's students, 20 rows", path: '/school/students', cookie: 'staff', goal: 4 },
]

export async function run(stage) {
  const cookies = await stage.run('tests/bench/seed.ts')
  const app = await stage.startApp()
  const frames = {}
  for (const page of pages) {
    page.path ??= cookies[page.seededPath]
    frames[page.path] ??= await frameOf(app.url + page.path, cookies[page.cookie], page.rows)
  }
  const framesFile = join(stage.folder, 'frames.json')
  writeFileSync(framesFile, JSON.stringify(frames))
  const bare = await stage.startBare({ BARE_FRAMES: framesFile })

  console.log(
    `${rounds} rounds of ${usualRequests} requests or more; CPU µs a request, of the process and of the database`,
  )
  console.log('page                          app +    db     bare +    db   web alone   ratio   goal     bytes')
  const all = { app: 0, bare: 0 }
  const figures = []
  for (const page of pages) {
    const cookie = cookies[page.cookie]
    const requests = usualRequests * (page.more ?? 1)
    const measure = (server) => cost(server, stage.databasePid, page.path, cookie, requests)
    const taken = []
    for (let round = 0; round <= rounds; round++) {
      const one = { app: await measure(app), bare: await measure(bare) }
      // The first round is a warm-up for both.
      if (round > 0) taken.push(one)
    }
    const middle = (of) => taken.map(of).sort((a, b) => a - b)[Math.floor(rounds / 2)]
    for (const key of ['app', 'bare']) all[key] += Math.round(middle((one) => one[key].web))
    const answer = await fetch(app.url + page.path, { headers: { cookie: cookie ?? '' } })
    const length = (await answer.arrayBuffer()).byteLength
    const wide = (number, width) => number.toFixed(0).padStart(width)
    const ratio = (of) => middle((one) => of(one.app) / of(one.bare))
    const whole = ratio(({ web, database }) => web + database)
    figures.push({ name: page.name, value: whole, goal: page.goal, unit: ' × bare' })
    console.log(
      page.name.padEnd(28),
      wide(
        middle(({ app }) => app.web),
        4,
      ),
      wide(
        middle(({ app }) => app.database),
        7,
      ),
      wide(
        middle(({ bare }) => bare.web),
        8,
      ),
      wide(
        middle(({ bare }) => bare.database),
        7,
      ),
      ratio(({ web }) => web)
        .toFixed(1)
        .padStart(11),
      whole.toFixed(1).padStart(7),
      `≤ ${page.goal}`.padStart(6),
      String(length).padStart(9),
    )
  }
  mkdirSync(dirname(costsFile), { recursive: true })
  writeFileSync(costsFile, JSON.stringify(all))
  return missedBy('pages', figures)
}

/** Returns the text around the rows of a page, from the app's response; the bare twin renders the rows itself. */
async function frameOf(url, cookie, [from, to] = ['<tbody>', '</tbody>']) {
  const html = await (await fetch(url, { headers: { cookie: cookie ?? '' } })).text()
  const first = html.indexOf(from)
  if (first < 0 && url.endsWith('/login')) return [html, '']
  if (first < 0) throw new Error(`${url} has no ${from}`)
  const start = first + from.length
  return [html.slice(0, start), html.slice(html.lastIndexOf(to))]
}

async function cost(server, databasePid, path, cookie, requests) {
  const now = () => ({ web: cpuMicroseconds(server.pid), database: cpuMicroseconds(databasePid) })
  const before = now()
  const result = await autocannon({
    url: server.url + path,
    connections: 8,
    amount: requests,
    headers: cookie ? { cookie } : {},
  })
  if (result['2xx'] < requests) throw new Error(`${path}: ${requests - result['2xx']} of ${requests} failed`)
  const after = now()
  return { web: (after.web - before.web) / requests, database: (after.database - before.database) / requests }
}

/** Returns user and system time of a process; the kernel counts in hundredths of a second. */
function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
