import { Agent, request } from 'node:http'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const students = Number(process.argv[process.argv.indexOf('--students') + 1]) || 5_000
const overSeconds = students / 50
const pages = ['/students', '/students/fees', '/students/settings', '/students/fees']

/** Students arriving evenly, 50 a second: each signs in and opens four pages. Goal: no errors, p95 ≤ 500 ms. */
export async function run(stage) {
  const { emails, password } = await stage.run('tests/bench/seed-morning.ts', [String(students)])
  // One app process a core, as docs/operators.md says; app, database and load share the machine.
  const apps = []
  for (let core = 0; core < os.cpus().length; core++) apps.push(await stage.startApp(false))
  const times = { 'sign-in': [], page: [] }
  const errors = new Map()
  const started = performance.now()
  const visits = []
  for (const [index, email] of emails.entries()) {
    const due = started + (index * overSeconds * 1000) / students
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    visits.push(visit(apps[index % apps.length].url, email, password, times, errors))
  }
  await Promise.all(visits)
  const seconds = (performance.now() - started) / 1000
  console.log(`${students} students signed in and opened ${pages.length} pages each in ${seconds.toFixed(1)} s`)
  for (const [kind, list] of Object.entries(times)) {
    list.sort((a, b) => a - b)
    const at = (share) => (list[Math.floor(list.length * share)] ?? 0).toFixed(0)
    console.log(`${kind.padEnd(8)} median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
  }
  console.log(errors.size === 0 ? 'no errors' : `errors: ${JSON.stringify(Object.fromEntries(errors))}`)
}

async function visit(url, email, password, times, errors) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const note = (what) => errors.set(what, (errors.get(what) ?? 0) + 1)
  try {
    const body = new URLSearchParams({ email, password }).toString()
    const login = await timed(times['sign-in'], () => send(url, '/students/login', agent, { method: 'POST', body }))
    if (login.status !== 303) return note(`sign-in ${login.status}`)
    const cookie = login.cookies.join('; ')
    for (const path of pages) {
      const answer = await timed(times.page, () => send(url, path, agent, { headers: { cookie } }))
      if (answer.status !== 200) note(`${path} ${answer.status}`)
    }
  } catch (error) {
    note(error.code ?? error.message)
  } finally {
    agent.destroy()
  }
}

async function timed(list, work) {
  const before = performance.now()
  const result = await work()
  list.push(performance.now() - before)
  return result
}

function send(url, path, agent, { method = 'GET', body, headers = {} } = {}) {
  const form = body
    ? { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) }
    : {}
  return new Promise((resolve, reject) => {
    const sent = request(
      url + path,
      { method, agent, headers: { 'Sec-Fetch-Site': 'same-origin', ...form, ...headers } },
      (answer) => {
        answer.resume().on('end', () => {
          const cookies = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0])
          resolve({ status: answer.statusCode, cookies })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
