import './node-version.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { startDatabase } from './database.mjs'
import { mayMakeRoots, Unreachable } from './debian-root.mjs'
import { startMysql } from './mysql-server.mjs'
import { databasePrograms, ensurePackages, ensurePrograms } from './packages.mjs'
import { findProgram, freePort, root, runMain, Skipped, Trouble } from './processes.mjs'

/*
 * `npm run bench`: cost of our pages relative to a bare server (tests/bench/pages.mjs)
 * `npm run bench -- papers`: a receipt and a section's report cards as PDF
 * `npm run bench -- profile`: CPU time of four of the benches, by package and function
 * `npm run bench -- lighthouse`: Lighthouse on a phone's network and processor
 * `npm run bench -- rush`: 5,000 students sign in within 100 s and open four pages each, through nginx, in an open loop
 * (`--students=500`: shorter, at the same pace; `--seconds=…`: another pace; `--load=0.79`: the pace of the second run
 * that takes 79 % of the cores)
 * `npm run bench -- import`: 10,000 messy rows through the worker while pages are opened
 * `npm run bench -- undo`: undo of imports of 10,000 students, 10,000 dues and 5,000 payments through the worker
 * `npm run bench -- lists`: the office's lists of 110,000 students in 21 schools
 * `npm run bench -- neighbours`: delays of a school while another has 50 imports and 10,000 mails queued and the mail
 * server is slow (`--tries=…`: fewer than 50)
 * `npm run bench -- fair`: delays of another school's student while one account requests 60 papers and a large file,
 * and one address sends 300 wrong sign-ins; delays of 600 students at one address; memory with slow readers
 * `npm run bench -- soak`: a million statements and 10,000 pages through one process; compares connections, memory and
 * p99 with the start (`--statements=…`, `--pages=…`: fewer)
 * `--mysql`: any of them on MySQL
 * Each runs on a private database and the real build, prints its figures and fails when a promise breaks.
 */
const onMysql = process.argv.includes('--mysql')
const kinds = [
  'pages',
  'papers',
  'profile',
  'lighthouse',
  'rush',
  'import',
  'undo',
  'lists',
  'neighbours',
  'fair',
  'soak',
]

await runMain(async () => {
  const kind = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? 'pages'
  if (!kinds.includes(kind)) throw new Error(`There is no bench "${kind}". Choose one of: ${kinds.join(', ')}.`)
  await ensurePackages()
  const bench = await import(join(root, 'tests', 'bench', `${kind}.mjs`))
  await ensurePrograms([...databasePrograms, ...(bench.programs ?? [])])
  const buildDir = process.env.SHALA_BUILD_DIR ?? (await ensureBuild())
  const folder = mkdtempSync(join(os.tmpdir(), 'shala-bench-'))
  const stops = [() => rmSync(folder, { recursive: true, force: true })]
  const interrupted = new Promise((_resolve, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
      process.once(signal, () => reject(new Trouble('Interrupted.')))
  })
  // Avoids an unhandled rejection when the interrupt comes during the preparation, after which the bench then ends.
  interrupted.catch(() => {})
  try {
    const database = await (onMysql ? mysqlIn(folder) : startDatabase(folder, { flags: bench.databaseFlags }))
    stops.unshift(database.stop)
    const env = settings(folder, database.url, buildDir)
    finish([join(buildDir, 'migrate.js')], env)
    const stage = {
      folder,
      /** Runs a TypeScript program to its end and returns the JSON on its last line. */
      async run(entry, args = [], more = {}) {
        const said = finish([await compile(entry, buildDir), ...args], { ...env, ...more })
        return JSON.parse(said.split('\n').at(-1))
      },
      databaseUrl: database.url,
      databasePid: database.pid,
      /** `flags`: Node options for this process only. */
      startApp: (pinned = true, { flags = [], env: more = {} } = {}) =>
        begin([...flags, join(buildDir, 'door.js')], '/readyz', more, pinned),
      /** Writes the worker's log to a file, one line of JSON for each job. */
      startWorker() {
        const log = join(folder, 'worker.log')
        const stdio = ['ignore', openSync(log, 'w'), 'inherit']
        const child = spawn(process.execPath, [join(buildDir, 'worker.js')], {
          env: { ...env, LOG_LEVEL: 'info' },
          stdio,
        })
        stops.unshift(() => child.kill())
        return { pid: child.pid, log }
      },
      startBare: (more) => begin([join(root, 'tests/bench/bare.mjs')], '/students/login', more),
    }
    async function begin(args, readyPath, more = {}, pinned = true) {
      const started = await start(args, { ...env, ...more }, readyPath, pinned)
      stops.unshift(started.stop)
      return started
    }
    console.log(`\n${os.cpus().length} cores, ${os.cpus()[0]?.model}`)
    const broken = await Promise.race([bench.run(stage), interrupted])
    if (broken.length > 0) throw new Trouble(`Promises are broken: ${broken.join('; ')}.`)
    console.log('\nAll promises are kept.')
  } finally {
    for (const stop of stops) await stop()
  }
})

/** Starts MySQL instead of MariaDB, with the interface that a bench uses. */
async function mysqlIn(folder) {
  const { may, why } = await mayMakeRoots()
  if (!may) throw new Skipped(`MySQL needs a Debian root. ${why}`)
  const { server, version, url } = await startMysql(folder, ['shala']).catch((error) => {
    throw error instanceof Unreachable ? new Skipped(error.message) : error
  })
  console.log(`MySQL ${version}`)
  const stop = () => {
    server.child.kill('SIGKILL')
    return server.ended
  }
  return { url: url('shala'), pid: server.child.pid, stop }
}

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

/** Compiles a bench program into the build folder, so that its packages are found. */
async function compile(entry, buildDir) {
  const outfile = join(buildDir, `bench-${entry.replace(/\W+/g, '-')}.js`)
  const { build: bundle } = await import('esbuild')
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

async function start(args, env, readyPath, pinned) {
  const port = await freePort()
  const pin = pinned ? findProgram('taskset') : null
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
    if (tries > 600) throw new Error(`${args[0]} did not start`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const gone = new Promise((resolve) => child.once('exit', resolve))
  return { url, pid: child.pid, gone, stop: () => child.kill() }
}
