import './node-version.mjs'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from './build.mjs'
import { addTests, vitestArgs } from './count-tests.mjs'
import { runInRoots } from './debian-root.mjs'
import { Listened } from './listened.mjs'
import { startMysql } from './mysql-server.mjs'
import { ensurePrograms } from './packages.mjs'
import { root as clone, freePort, Trouble } from './processes.mjs'
import { rotation } from './rotation.mjs'

/*
 * `npm run test:mysql`: the portal on MySQL 9.7 (`mysql-server.mjs`). Runs every test file that uses the test server,
 * including migrations and upgrade; then `npm start` with DATABASE_URL and DATABASE_CA, on an encrypted connection with
 * only the rights of docs/operators.md.
 * `npm run test:mysql -- --turn`: the migrations, and a rotating tenth of the database tests.
 * `npm run test:mysql -- FILE.test.ts …`: the migrations, and these files.
 */

/** Rights as in docs/operators.md. */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES'
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000

const isTurn = process.argv.includes('--turn')
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
/** The tests of binary log copies need such a log; all other tests are faster without it. */
const LOGS = 'reliability/binary-logs.test.ts'
const hasLog = !isTurn && (named.length === 0 || named.some((name) => name.endsWith(LOGS)))
const folder = mkdtempSync(join(tmpdir(), 'shala-mysql-'))
const counts = { passed: 0, failed: 0 }
const running = new Set()

process.once('exit', removeFolder)

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => stopAll().then(() => process.exit(1)))

await runInRoots(counts, async () => {
  await ensurePrograms([{ programs: ['pdftoppm'], packages: ['poppler-utils'] }])
  const { seed, isDue } = await rotation()
  try {
    const server = await startServer()
    counts.passed += 1
    if (isTurn || named.length > 0) {
      const due = databaseFiles().filter((name) => name.includes('.db.test.') && isDue(name, 10))
      await databaseTests(server, isTurn ? due : named, { TEST_SEED: String(seed) })
    } else {
      await databaseTests(server, databaseFiles(), { SHALA_BUILD_DIR: await ensureBuild() })
      await portal(server)
    }
  } finally {
    await stopAll()
  }
})

/**
 * Starts the server; returns the addresses of the test database and of the portal's database with its restricted
 * account.
 */
async function startServer() {
  const started = performance.now()
  const ofPortal = [
    `ALTER USER 'portal'@'127.0.0.1' REQUIRE SSL;`,
    `GRANT ${RIGHTS} ON portal.* TO 'portal'@'127.0.0.1';`,
  ]
  // The server is discarded after the run, so no commit needs to wait for the disk.
  const log = hasLog ? ['--sync-binlog=0'] : ['--skip-log-bin']
  const flags = [...log, '--innodb-flush-log-at-trx-commit=2', '--innodb-doublewrite=OFF']
  const { server, root, version, url } = await startMysql(folder, ['tests', 'portal'], {
    grants: { portal: ofPortal },
    flags,
  })
  stopWithRun(server, 'SIGKILL')
  console.log(`✓ MySQL ${version} runs (${secondsSince(started)})`)
  // Wraps mysqldump, so that backups can call it from outside the server's Debian root; tests need no other program.
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const dump = `#!/bin/sh\nexec chroot ${root.folder} /usr/bin/mysqldump "$@"\n`
  writeFileSync(join(programs, 'mysqldump'), dump, { mode: 0o755 })
  // MySQL generates a certificate and the authority that signs it.
  return { programs, tests: url('tests'), portal: url('portal'), ca: join(root.folder, 'data', 'ca.pem') }
}

/** Test files that use the test server. Leaves out those that start their own MariaDB in order to stop it. */
function databaseFiles() {
  const testsUnder = (top) =>
    readdirSync(join(clone, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(top, name))
  const ownServers = (name) => /\b(ownServer|startDatabase)\b/.test(readFileSync(join(clone, name), 'utf8'))
  return [
    ...[...testsUnder('app'), ...testsUnder('scripts')].filter((name) => name.includes('.db.test.')),
    // Leaves out backup.test.ts too, because it calls MariaDB's own programs by name.
    ...testsUnder('tests').filter((name) => !ownServers(name) && !name.endsWith('reliability/backup.test.ts')),
  ]
}

async function databaseTests(server, files, settings) {
  const started = performance.now()
  const report = join(folder, 'vitest.json')
  const PATH = `${server.programs}:${process.env.PATH}`
  const env = { ...process.env, ...settings, PATH, CI: '1', TEST_DATABASE_URL: server.tests, DATA_DIR: folder }
  const vitest = join(clone, 'node_modules', '.bin', 'vitest')
  const code = await start(vitest, vitestArgs(report, ...files), { env, stdio: ['ignore', 'inherit', 'inherit'] }).ended
  addTests(counts, report, code)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  if (testResults.length !== files.length) {
    throw new Trouble(`${testResults.length} of ${files.length} test files ran on MySQL.`)
  }
  console.log(`${files.length} test files on MySQL (${secondsSince(started)})`)
}

async function portal(server) {
  const started = performance.now()
  const dataDir = join(folder, 'portal')
  mkdirSync(dataDir)
  const port = String(await freePort())
  const { PATH, HOME } = process.env
  const env = {
    PATH,
    HOME,
    APP_MODE: 'demo',
    HOST: '127.0.0.1',
    PORT: port,
    DATA_DIR: dataDir,
    DATABASE_URL: server.portal,
    DATABASE_CA: server.ca,
  }
  const npmStart = start('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
  await npmStart.says(/^Shala is ready/)
  // `npm start` creates no demo schools in an external database.
  const appKey = readFileSync(join(dataDir, 'demo-app-key'), 'utf8').trim()
  const seedEnv = { ...env, APP_KEY: appKey, BASE_URL: `http://localhost:${port}` }
  const seed = start('npm', ['run', 'seed'], { cwd: clone, env: seedEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  if ((await seed.ended) !== 0)
    throw new Trouble(`The demo schools were not created on MySQL:\n${seed.lines.join('\n')}`)
  // Loaded late: it needs a package for parsing pages.
  const { signInAsha, Visitor } = await import('./visitor.mjs')
  const asha = new Visitor(`http://localhost:${port}`)
  await signInAsha(asha)
  await asha.open('/students/fees')
  if (asha.count(/^Pay$/) === 0) throw new Trouble('Asha’s page does not show her fees.')
  npmStart.child.kill('SIGTERM')
  await npmStart.says(/^Stopped\.$/)
  await npmStart.ended
  counts.passed += 1
  console.log(
    `✓ npm start with DATABASE_URL, an account with few rights and encryption only, a student signs in (${secondsSince(started)})`,
  )
}

/** Ends running programs in reverse order of their start, and removes the folder. */
async function stopAll() {
  for (const one of [...running].reverse()) {
    one.child.kill(one.endedBy)
    await Promise.race([one.ended, sleep(STOP_LIMIT_MS, null, { ref: false })])
  }
  removeFolder()
}

function removeFolder() {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** Starts a program whose output is recorded and which is stopped at the end of this run. */
function start(program, words, options) {
  return stopWithRun(new Listened([program, words], { limitMs: START_LIMIT_MS, ...options }), 'SIGTERM')
}

function stopWithRun(listened, endedBy) {
  const one = Object.assign(listened, { endedBy })
  running.add(one)
  void one.ended.finally(() => running.delete(one))
  return one
}

function secondsSince(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`
}
