import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { build as bundle } from 'esbuild'
import { ensureBuild } from './build.mjs'
import { startDatabase } from './database.mjs'
import { findProgram, root, runMain } from './processes.mjs'

/*
 * `npm run bench`: what our pages cost beside a bare server (tests/bench/bare.mjs), as CPU time of the process for each request.
 * App and bare twin share one core, the load and the database the other; they are measured in turn, so that a machine whose
 * speed drifts changes both. Only the ratio means anything. `npm run bench -- --requests 3000` measures longer.
 */
const rounds = 3
const requests = Number(process.argv[process.argv.indexOf('--requests') + 1]) || 900

const pages = [
  { name: 'sign-in page', path: '/students/login', cookie: null, goal: 6.5 },
  { name: 'fees, 12 rows', path: '/students/fees', cookie: 'few', goal: 6.5 },
  { name: 'fees, 40 rows', path: '/students/fees', cookie: 'many', goal: 9 },
  { name: "school's students, 20 rows", path: '/school/students', cookie: 'staff', goal: null },
]

runMain(async () => {
  const buildDir = await ensureBuild()
  const folder = mkdtempSync(join(os.tmpdir(), 'shala-bench-'))
  const stops = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const database = await startDatabase(folder)
    stops.unshift(database.stop)
    const env = settings(folder, database.url, buildDir)
    finish([join(buildDir, 'migrate.js')], env)
    const cookies = JSON.parse(
      finish([await compile('tests/bench/seed.ts', buildDir)], env)
        .split('\n')
        .at(-1),
    )
    const app = await start([join(buildDir, 'door.js')], env, '/readyz')
    stops.unshift(app.stop)
    const frames = {}
    for (const page of pages) frames[page.path] = await frameOf(app.url + page.path, cookies[page.cookie])
    writeFileSync(join(folder, 'frames.json'), JSON.stringify(frames))
    const bareEnv = { ...env, BARE_FRAMES: join(folder, 'frames.json') }
    const bare = await start([join(root, 'tests/bench/bare.mjs')], bareEnv, '/students/login')
    stops.unshift(bare.stop)

    console.log(
      `\n${os.cpus().length} cores, ${os.cpus()[0]?.model}; ${rounds} rounds of ${requests} requests; CPU µs a request`,
    )
    console.log('page                          app     bare    ratio   goal     bytes')
    for (const page of pages) {
      const cookie = cookies[page.cookie]
      const taken = []
      for (let round = 0; round <= rounds; round++) {
        const one = { app: await cost(app, page.path, cookie), bare: await cost(bare, page.path, cookie) }
        // The first round warms both up.
        if (round > 0) taken.push({ ...one, ratio: one.app / one.bare })
      }
      const middle = (key) => taken.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(rounds / 2)]
      const bytes = (await (await fetch(app.url + page.path, { headers: { cookie: cookie ?? '' } })).text()).length
      console.log(
        `${page.name.padEnd(28)} ${middle('app').toFixed(0).padStart(5)} ${middle('bare').toFixed(0).padStart(8)} ${middle('ratio').toFixed(1).padStart(8)} ${String(page.goal ? `≤ ${page.goal}` : '–').padStart(6)} ${String(bytes).padStart(9)}`,
      )
    }
    const receipt = JSON.parse(
      finish([await compile('tests/bench/print-receipt.ts', buildDir)], env)
        .split('\n')
        .at(-1),
    )
    console.log(
      `\nreceipt PDF, ₹ and Gujarati: ${receipt.medianMs.toFixed(0)} ms of one core (goal ≤ 50), first of a process ${receipt.firstMs.toFixed(0)} ms`,
    )
  } finally {
    for (const stop of stops) await stop()
  }
})

function settings(folder, databaseUrl, buildDir) {
  return {
    ...process.env,
    APP_MODE: 'demo',
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SHALA_BUILD_DIR: buildDir,
    APP_KEY: 'a-key-for-the-bench-only-0123456789',
    BASE_URL: 'http://localhost:3000',
    LOG_LEVEL: 'silent',
  }
}

function finish(args, env) {
  const done = spawnSync(process.execPath, args, { env, encoding: 'utf8', cwd: root })
  if (done.status !== 0) throw new Error(`${args[0]} failed:\n${done.stderr}`)
  return done.stdout.trim()
}

/** A program of the bench, compiled beside the build so that its packages are found. */
async function compile(entry, buildDir) {
  const outfile = join(buildDir, `bench-${entry.replace(/\W+/g, '-')}.js`)
  await bundle({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    alias: { '~': join(root, 'app') },
    jsx: 'automatic',
    logLevel: 'warning',
  })
  return outfile
}

/** The text around the rows of a page, as the app sends it; the bare twin makes the rows itself. */
async function frameOf(url, cookie) {
  const html = await (await fetch(url, { headers: { cookie: cookie ?? '' } })).text()
  const first = html.indexOf('<tbody>')
  if (first < 0) return [html, '']
  const start = first + '<tbody>'.length
  return [html.slice(0, start), html.slice(html.lastIndexOf('</tbody>'))]
}

async function start(args, env, readyPath) {
  const port = await freePort()
  const pin = findProgram('taskset')
  const command =
    pin && os.cpus().length > 1 ? [pin, '-c', '0', process.execPath, ...args] : [process.execPath, ...args]
  const child = spawn(command[0], command.slice(1), {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const ready = await fetch(url + readyPath).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) break
    if (tries > 100) throw new Error(`${args[0]} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return { url, pid: child.pid, stop: () => child.kill() }
}

async function cost(server, path, cookie) {
  const before = cpuMicroseconds(server.pid)
  const result = await autocannon({
    url: server.url + path,
    connections: 8,
    amount: requests,
    headers: cookie ? { cookie } : {},
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refusals, ${result.errors} errors`)
  return (cpuMicroseconds(server.pid) - before) / requests
}

/** User and system time of a process; the kernel counts it in hundredths of a second. */
function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
