import './node-version.mjs'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuild } from './build.mjs'
import { addTests } from './count-tests.mjs'
import { runInRoots } from './debian-root.mjs'
import { Listened } from './listened.mjs'
import { startMysql } from './mysql-server.mjs'
import { ensurePrograms } from './packages.mjs'
import { root as clone, freePort, Trouble } from './processes.mjs'
import { rotation } from './rotation.mjs'

/*
 * `npm run test:mysql`: the portal on MySQL 9.7 (`mysql-server.mjs`). Every test file that works on the server of the tests runs on it,
 * migrations and upgrade among them; then `npm start` with DATABASE_URL and DATABASE_CA, by an account that may do what
 * docs/operators.md names and no more, and comes encrypted only.
 *
 * `npm run test:mysql -- --turn`: the migrations, and a tenth of the database tests, whose turn it is.
 * `npm run test:mysql -- FILE.test.ts …`: the migrations, and these.
 */

/** As docs/operators.md tells them. */
const RIGHTS = 'SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES'
const START_LIMIT_MS = 120_000
const STOP_LIMIT_MS = 60_000

const isTurn = process.argv.includes('--turn')
const named = process.argv.slice(2).filter((word) => !word.startsWith('-'))
/** Copies of the binary log need one; everything else is faster without. */
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

/** Where the database for the tests is, and the one for the portal with its narrower account. */
async function startServer() {
  const started = performance.now()
  const ofPortal = [
    `ALTER USER 'portal'@'127.0.0.1' REQUIRE SSL;`,
    `GRANT ${RIGHTS} ON portal.* TO 'portal'@'127.0.0.1';`,
  ]
  // It does not outlive the run: nothing waits for the disk.
  const log = hasLog ? ['--sync-binlog=0'] : ['--skip-log-bin']
  const flags = [...log, '--innodb-flush-log-at-trx-commit=2', '--innodb-doublewrite=OFF']
  const { server, root, version, url } = await startMysql(folder, ['tests', 'portal'], {
    grants: { portal: ofPortal },
    flags,
  })
  stopWithRun(server, 'SIGKILL')
  console.log(`✓ MySQL ${version} runs (${secondsSince(started)})`)
  // The only program of MySQL that the tests call: the dump of a backup.
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  const dump = `#!/bin/sh\nexec chroot ${root.folder} /usr/bin/mysqldump "$@"\n`
  writeFileSync(join(programs, 'mysqldump'), dump, { mode: 0o755 })
  // MySQL makes itself a certificate, and an authority that signs it.
  return { programs, tests: url('tests'), portal: url('portal'), ca: join(root.folder, 'data', 'ca.pem') }
}

/** The test files that may ask the server of the tests. Not those that start a MariaDB of their own to take it away. */
function databaseFiles() {
  const testsUnder = (top) =>
    readdirSync(join(clone, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.test\.tsx?$/.test(name))
      .map((name) => join(top, name))
  const ownServers = (name) => /\b(ownServer|startDatabase)\b/.test(readFileSync(join(clone, name), 'utf8'))
  return [
    ...testsUnder('app').filter((name) => name.includes('.db.test.')),
    // It asks for MariaDB's own programs by name.
    ...testsUnder('tests').filter((name) => !ownServers(name) && !name.endsWith('reliability/backup.test.ts')),
  ]
}

async function databaseTests(server, files, settings) {
  const started = performance.now()
  const report = join(folder, 'vitest.json')
  const PATH = `${server.programs}:${process.env.PATH}`
  const env = { ...process.env, ...settings, PATH, CI: '1', TEST_DATABASE_URL: server.tests, DATA_DIR: folder }
  const vitest = join(clone, 'node_modules', '.bin', 'vitest')
  const words = [
    'run',
    '--reporter=default',
    '--reporter=./tests/setup/gate-reporter.ts',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ]
  const code = await start(vitest, words, { env, stdio: ['ignore', 'inherit', 'inherit'] }).ended
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
  // Beside a database of one's own `npm start` makes no demo schools.
  const appKey = readFileSync(join(dataDir, 'demo-app-key'), 'utf8').trim()
  const seedEnv = { ...env, APP_KEY: appKey, BASE_URL: `http://localhost:${port}` }
  const seed = start('npm', ['run', 'seed'], { cwd: clone, env: seedEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  if ((await seed.ended) !== 0) throw new Trouble(`The demo schools were not made on MySQL:\n${seed.lines.join('\n')}`)
  // Only now: it parses pages with a package.
  const { signInAsha, Visitor } = await import('./visitor.mjs')
  const asha = new Visitor(`http://localhost:${port}`)
  await signInAsha(asha)
  await asha.open('/students/fees')
  if (asha.count(/^Pay$/) === 0) throw new Trouble('The fees of Asha are not on her page.')
  npmStart.child.kill('SIGTERM')
  await npmStart.says(/^Stopped\.$/)
  await npmStart.ended
  counts.passed += 1
  console.log(
    `✓ npm start with DATABASE_URL, an account with few rights and encryption only, a student signs in (${secondsSince(started)})`,
  )
}

/** Ends what still runs, the last to start first, and takes the folder away. */
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

/** A program that is listened to and ends with us. */
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
