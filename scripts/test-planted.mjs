import './node-version.mjs'
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ensureBuild } from './build.mjs'
import { databasePrograms, ensurePackages, ensurePrograms } from './packages.mjs'
import {
  copyClone,
  firstLine,
  locate,
  plantEach,
  productSources,
  readFaults,
  testFilesOf,
  testsOf,
  verdictOf,
} from './planted.mjs'
import { birthOf, root, runMain, runProgram, Trouble } from './processes.mjs'

/*
 * `npm run test:planted`: plants the faults of tests/planted one at a time; each must turn a test red
 * `npm run test:planted -- fees ledger/x`: the faults of a domain, or of this id
 * `npm run test:planted -- --from=fees/x`: this fault and later ones
 * `npm run test:planted -- --changed=main`: faults in files that differ from this commit (HEAD without a value)
 * `npm run test:planted -- --list`: prints the ids only, and checks that each fault still applies
 * `npm run test:planted -- --jobs=1`: number of parallel faults; one per core by default
 * Never changes the clone itself: each job has its own copy of it and of a filled database.
 */

const MINUTE = 60_000
const LIMIT_MS = 10 * MINUTE * Number(process.env.TEST_SLOWNESS || 1)
const { TEST_SEED = '1', ...shell } = process.env

/** Settings of this shell or of the gate that would reach other databases or select other tests. */
const ofTheShell =
  'DATABASE_URL SHALA_BUILD_DIR TEST_DATABASE_URL BASE_URL DATA_DIR TEST_DEEP TEST_FILES GATE_REPORT'.split(' ')

/** Tests of rules: they need no database and use a short configuration. */
const ofRules = ({ file }) => /^app\/models\/.+\.test\.ts$/.test(file) && !file.endsWith('.db.test.ts')
const rulesConfig = 'vitest.mutation.config.ts'

const scratches = join(root, '.cache', 'planted')
const scratch = join(scratches, `${process.pid}-${birthOf(process.pid)}`)
/** Running children, each of which leads a process group. */
const running = new Set()
const databases = new Set()
let ending = false

await runMain(async () => {
  process.chdir(root)
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => endEverything(name))
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
  const result = { passed: 0, failed: 0 }
  const tell = (id, seen, text) => {
    result[seen ? 'passed' : 'failed'] += 1
    console.log(`${seen ? 'seen    ' : 'NOT SEEN'} ${id}: ${text}`)
  }
  const located = locateAll(chosenFaults(process.argv.slice(2)), tell)
  if (process.argv.includes('--list')) for (const { fault, file } of located) console.log(`${fault.id}  ${file}`)
  else if (located.length > 0) await plantAll(located, tell)
  console.log(`\n${result.passed} passed, ${result.failed} failed`)
  if (result.failed > 0) process.exitCode = 1
})

function chosenFaults(args) {
  let faults = readFaults(join(root, 'tests', 'planted'))
  const from = args.find((arg) => arg.startsWith('--from='))?.slice(7)
  if (from) {
    const index = faults.findIndex(({ id }) => id === from)
    if (index < 0) throw new Trouble(`There is no planted fault ${from}.`)
    faults = faults.slice(index)
  }
  const names = args.filter((arg) => !arg.startsWith('-'))
  const isNamed = (id, name) => id === name || id.startsWith(`${name}/`)
  const unknown = names.find((name) => !faults.some(({ id }) => isNamed(id, name)))
  if (unknown) throw new Trouble(`There is no planted fault ${unknown}.`)
  return names.length === 0 ? faults : faults.filter(({ id }) => names.some((name) => isNamed(id, name)))
}

/** Finds the file and the tests of each fault; a fault that no longer applies fails under its id. */
function locateAll(faults, tell) {
  const sources = productSources(root)
  const testFiles = testFilesOf(root)
  const changed = changedFiles()
  const located = []
  for (const fault of faults) {
    try {
      const one = { fault, ...locate(fault, sources), tests: testsOf(fault, testFiles, root) }
      if (!changed || changed.has(one.file)) located.push(one)
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      tell(fault.id, false, error.message)
    }
  }
  return located
}

/** Files that differ from the commit of `--changed`, or null without that argument. */
function changedFiles() {
  const asked = process.argv.find((arg) => /^--changed(=|$)/.test(arg))
  if (!asked) return null
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  const since = asked.split('=')[1] || 'HEAD'
  return new Set([...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')])
}

async function plantAll(located, tell) {
  await ensurePackages()
  const needsDatabase = located.some(({ tests }) => !tests.every(ofRules))
  if (needsDatabase) await ensurePrograms(databasePrograms)
  for (const script of ['words.mjs', 'locations.mjs'])
    await runProgram(process.execPath, [join(root, 'scripts', script)])
  const build = needsDatabase ? (process.env.SHALA_BUILD_DIR ?? (await ensureBuild())) : null
  removeLeftovers()

  const asked = Number(process.argv.find((arg) => arg.startsWith('--jobs='))?.slice(7)) || availableParallelism()
  const copies = Array.from({ length: Math.min(asked, located.length) }, (_, index) => join(scratch, `${index + 1}`))
  for (const copy of copies) copyClone(root, copy)
  const [first] = copies
  const testsById = new Map(located.map(({ fault, tests }) => [fault.id, tests]))

  console.log(`${located.length} faults in ${copies.length} copies. First all their tests without a fault …`)
  const filled = join(scratch, 'filled')
  if (needsDatabase) await fillDatabase(filled, first)
  const red = await redWithoutFault(located, first, { filled, build })
  // Copies the messages that the first run bundled.
  for (const copy of copies.slice(1)) cpSync(join(first, '.cache'), join(copy, '.cache'), { recursive: true })
  const sound = located.filter(({ fault, tests }) => {
    const trouble = tests.map(({ file, title }) => red(file, title)).find(Boolean)
    if (trouble) tell(fault.id, false, `without the fault ${trouble}`)
    return !trouble
  })
  await plantEach(
    sound,
    copies,
    (fault, copy) => askTests(copy, testsById.get(fault.id), { filled, build, how: fault.how }),
    (fault, { seen, reason, seconds }) => {
      tell(fault.id, seen, `${reason} (${seconds.toFixed(1)} s)${seen ? '' : `\n         ${fault.harm}`}`)
    },
  )
}

/** Fills the database that each run copies: the test setup migrates it. Also bundles the messages. */
async function fillDatabase(folder, copy) {
  const database = await openDatabase(folder, { keep: true })
  const { reason } = await runTests(copy, database, { tests: [{ file: 'tests/setup/clock.db.test.ts', title: '' }] })
  if (reason !== '') throw new Trouble(`The database could not be filled: ${reason}`)
}

/** Removes the folders of killed runs. */
function removeLeftovers() {
  mkdirSync(scratches, { recursive: true })
  for (const name of readdirSync(scratches)) {
    const [pid, born] = name.split('-')
    if (birthOf(Number(pid)) !== born) rmSync(join(scratches, name), { recursive: true, force: true })
  }
}

/**
 * Runs all tests once on the unchanged sources. Returns a function that describes what is wrong with a test, given its
 * file and title: '' when it passes.
 */
async function redWithoutFault(located, copy, { filled, build }) {
  const all = located.flatMap(({ tests }) => tests)
  const whole = new Set(all.filter(({ title }) => title === '').map(({ file }) => file))
  const parts = all.filter(({ file }) => !whole.has(file))
  const reports = []
  const wholeFiles = [...whole].map((file) => ({ file, title: '' }))
  for (const tests of [wholeFiles.filter(ofRules), wholeFiles.filter((test) => !ofRules(test)), parts]) {
    if (tests.length === 0) continue
    const database = tests.every(ofRules) ? null : await copyDatabase(filled, copy)
    reports.push((await runTests(copy, database, { tests, build, all: true })).report)
  }
  const results = reports.flatMap((report) => report?.testResults ?? [])
  return (file, title) => {
    const result = results.find(({ name }) => name === join(copy, file))
    if (!result) return `${file} gave no result`
    const tests = result.assertionResults.filter(({ fullName }) => new RegExp(title).test(fullName))
    const failed = tests.find(({ status }) => status === 'failed')
    if (failed) return `${file} fails: ${failed.title}: ${firstLine(failed.failureMessages[0] ?? '')}`
    if (result.status === 'failed' && title === '') return `${file} fails: ${firstLine(result.message)}`
    return tests.some(({ status }) => status === 'passed') ? '' : `${file} has no test "${title}"`
  }
}

/** Runs the tests of a fault that is planted in `copy`. */
async function askTests(copy, tests, { filled, build, how }) {
  if (how.includes('built')) {
    const code = await runChild(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: 'ignore' })
    if (code !== 0) return { seen: false, reason: 'the build fails with it' }
  }
  const isPlain = tests.every(ofRules)
  const database = isPlain || how.includes('fresh') ? null : await copyDatabase(filled, copy)
  const ownBuild = how.includes('built')
    ? join(copy, 'build', readFileSync(join(copy, 'build', 'latest'), 'utf8'))
    : build
  const began = performance.now()
  const { report, reason, isLate } = await runTests(copy, database, {
    tests,
    build: how.includes('fresh') ? null : ownBuild,
  })
  const testSeconds = (performance.now() - began) / 1000
  return { ...verdictOf(report, { mayHang: how.includes('hangs'), isLate, reason }), testSeconds }
}

/** Runs tests on `database`; without it, the tests start and fill a private one. */
async function runTests(copy, database, { tests, build, all = false }) {
  const file = join(copy, '.cache', 'report.json')
  rmSync(file, { force: true })
  // Separate caches: two copies would overwrite each other's Vitest cache in the linked packages.
  const config = tests.every(ofRules) ? [`--config=${rulesConfig}`] : []
  const args = [
    'run',
    ...config,
    '--reporter=json',
    `--outputFile=${file}`,
    '--no-color',
    ...(all ? ['--reporter=./tests/setup/gate-reporter.ts'] : ['--bail=1']),
  ]
  args.push('--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${copy}-modules`)
  const titles = tests.map(({ title }) => title)
  if (titles.every(Boolean)) args.push('-t', titles.join('|'))
  // CI enables a retry, which helps on a slow machine but only wastes time where a failure is expected.
  const env = { ...shell, CI: all ? '1' : '', TEST_SEED, GIT_OPTIONAL_LOCKS: '0' }
  for (const name of ofTheShell) delete env[name]
  if (build) Object.assign(env, { SHALA_BUILD_DIR: build, TEST_DATABASE_FILLED: '1' })
  if (database) env.TEST_DATABASE_URL = database.url
  let output = ''
  const code = await runChild(
    join(root, 'node_modules', '.bin', 'vitest'),
    [...args, ...new Set(tests.map((test) => test.file))],
    { cwd: copy, env },
    (text) => {
      output = (output + text).slice(-4000)
    },
    all ? 6 * LIMIT_MS : LIMIT_MS,
  )
  await database?.close()
  const report = readReport(file)
  if (code === null)
    return { report, isLate: true, reason: `the tests did not end within ${LIMIT_MS / MINUTE} minutes` }
  return { report, isLate: false, reason: code === 0 ? '' : report ? 'red' : output }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/** Starts a copy of the filled database, so that no fault affects the next one. */
function copyDatabase(filled, copy) {
  const folder = `${copy}-database`
  rmSync(folder, { recursive: true, force: true })
  cpSync(filled, folder, { recursive: true })
  return openDatabase(folder)
}

/** Starts a database that ends when its input closes, however this process ends. */
async function openDatabase(folder, { keep = false } = {}) {
  const args = [join(root, 'scripts', 'database.mjs'), folder, ...(keep ? ['--keep'] : [])]
  const child = spawn(process.execPath, args, { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {})
  const ended = new Promise((done) => child.once('exit', done))
  const url = await Promise.race([
    new Promise((done) => createInterface({ input: child.stdout }).once('line', done)),
    ended.then(() => null),
  ])
  if (!url) throw new Trouble('A database did not start: see above.')
  const database = {
    url,
    async close() {
      child.stdin.end()
      await ended
      databases.delete(database)
    },
  }
  databases.add(database)
  return database
}

/** Runs a program to its end in its own process group; null after a timeout. */
function runChild(program, args, options, onOutput = () => {}, limit = LIMIT_MS) {
  if (ending) return new Promise(() => {})
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options, detached: true })
  running.add(child)
  for (const pipe of [child.stdout, child.stderr]) pipe?.setEncoding('utf8').on('data', onOutput)
  let late = false
  const timer = setTimeout(() => {
    late = true
    endGroup(child, 'SIGKILL')
  }, limit)
  return new Promise((done) => {
    const finish = (code) => {
      clearTimeout(timer)
      endGroup(child, 'SIGKILL')
      running.delete(child)
      // After a signal nothing follows: the process is about to end.
      if (!ending) done(late ? null : (code ?? 1))
    }
    child.once('error', () => finish(1))
    child.once('exit', finish)
  })
}

function endGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal)
  } catch {
    // The whole group has ended.
  }
}

async function endEverything(signal) {
  if (ending) return
  ending = true
  console.log(`\n${signal}: stopping.`)
  for (const child of running) endGroup(child, 'SIGTERM')
  const patience = setTimeout(() => {
    for (const child of running) endGroup(child, 'SIGKILL')
  }, 5_000)
  await Promise.all([...databases].map((database) => database.close()))
  while (running.size > 0) await new Promise((done) => setTimeout(done, 50))
  clearTimeout(patience)
  process.exit(1)
}
