import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { latestBuild } from './build.mjs'
import {
  backupPrograms,
  browserPrograms,
  databasePrograms,
  ensurePackages,
  ensurePrograms,
  findBrowser,
} from './packages.mjs'
import { root, runMain, runProgram, Trouble } from './processes.mjs'

const MINUTE = 60_000
const bin = (name) => join(root, 'node_modules', '.bin', name)
const node = (script) => [process.execPath, join(root, 'scripts', script)]

/** The build, and the checks that read the sources only: two run at a time, the longest first. */
const STATIC_CHECKS = [
  { name: 'build', command: node('build.mjs') },
  { name: 'types', command: [bin('tsc'), '--noEmit'] },
  { name: 'unused code', command: [bin('knip')] },
  { name: 'format and lint', command: [bin('biome'), 'check', '.'] },
  { name: 'styles', command: [bin('stylelint'), 'app/styles/**/*.css'] },
  {
    name: 'layer rules',
    command: [bin('depcruise'), 'app', 'server', 'sandbox', '--config', '.dependency-cruiser.cjs'],
  },
]

/** What only `npm run test:all` proves, after everything else. Each says for itself where it has not the rights to run. */
const DEEP_CHECKS = [
  { name: 'known faults of packages', command: node('test-packages.mjs'), stream: true },
  { name: 'MySQL', command: node('test-mysql.mjs'), stream: true, limit: 30 * MINUTE },
  { name: 'a fresh machine', command: node('test-fresh.mjs'), stream: true, limit: 15 * MINUTE },
  { name: 'deployment', command: node('test-deploy.mjs'), stream: true, limit: 15 * MINUTE },
  { name: 'faults', command: node('test-faults.mjs'), stream: true, limit: 20 * MINUTE },
  { name: 'a cluster', command: node('test-cluster.mjs'), stream: true, limit: 20 * MINUTE },
  ...['pages', 'papers', 'import', 'lists', 'rush --students=500 --seconds=20', 'lighthouse'].map((bench) => ({
    name: `figures, ${bench}`,
    command: [...node('bench.mjs'), ...bench.split(' ')],
    stream: true,
    limit: 20 * MINUTE,
  })),
  { name: 'other days', command: node('test-days.mjs'), stream: true, limit: 35 * MINUTE },
  { name: 'mutations', command: [bin('stryker'), 'run'], stream: true, limit: 30 * MINUTE },
]

const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed, with the beginning of its reason: said again at the end, as often only the end of a log this long is kept. */
const failures = []
/** What runs now; each leads a process group, so that ending it ends its own children too. */
const running = new Set()
let closeDatabase = async () => {}
let ending = false

/**
 * `npm test`: installs what it needs, runs every check and test, ends with one line of counts. What takes turns there
 * (tests/setup/rotation.ts) is whole in `npm run test:all`, the deep run, which also proves other servers, machines and days.
 */
export function runGate({ deep }) {
  return runMain(async () => {
    process.chdir(root)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => endEverything(name))
    await ensurePackages()
    await installPrograms()
    const workFolder = mkdtempSync(join(tmpdir(), 'shala-test-'))
    process.once('exit', () => rmSync(workFolder, { recursive: true, force: true }))

    const sourcesOf = cpuSeconds()
    await check({ name: 'words', command: node('words.mjs') })
    await check({ name: 'locations', command: node('locations.mjs') })
    const passed = await twoAtATime(STATIC_CHECKS, check)
    const built = passed.includes('build')
    tellStage('sources and build', sourcesOf)

    const database = await openDatabase(join(workFolder, 'database'))
    closeDatabase = database.close
    const env = testEnvironment(workFolder, database.url, built ? latestBuild() : null, deep)
    const rows = { ...env, ROWS_FOLDER: join(workFolder, 'rows') }
    await unitAndIntegrationTests(rows, workFolder)
    await check({ name: 'row types', command: [process.execPath, join(root, 'tests/rows/rows.mjs')], env: rows })
    if (built) await endToEndTests(env, workFolder)
    else
      tell(
        'end-to-end tests',
        0,
        { passed: 0, failed: 1, skipped: 0, failures: ['not run'] },
        'not run: there is no build',
      )
    await closeDatabase()

    if (!deep) {
      await check({ name: 'another day', command: [...node('test-days.mjs'), '--turn'], stream: true, env })
    } else {
      const deepOnes = cpuSeconds()
      for (const one of DEEP_CHECKS) await check(one)
      tellStage('the deep checks', deepOnes)
    }
    if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`)
    const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
    console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
    process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
  })
}

async function installPrograms() {
  await ensurePrograms([
    ...(process.env.TEST_DATABASE_URL ? [] : databasePrograms),
    ...backupPrograms,
    { programs: ['pdftoppm'], packages: ['poppler-utils'] },
    ...browserPrograms,
  ])
  // Where Chromium is no package of the system, Playwright brings its own (it does nothing when it has it already).
  if (!findBrowser() && (await runProgram(bin('playwright'), ['install', '--with-deps', 'chromium'])) !== 0) {
    throw new Trouble('Chromium could not be installed: see the message above.')
  }
}

const realSettings =
  'DATABASE_URL DATABASE_CA DATABASE_REPLICA_URL APP_MODE APP_KEY APP_KEY_OLD BASE_URL PORT HOST SMTP_URL'.split(' ')

/** The tests see none of this shell's own settings: an address of a real database must never reach them. */
function testEnvironment(workFolder, databaseUrl, buildDir, deep) {
  const env = { ...process.env, CI: '1', TEST_DATABASE_URL: databaseUrl, DATA_DIR: join(workFolder, 'data') }
  if (deep) env.TEST_DEEP = '1'
  for (const name of realSettings) delete env[name]
  const chromium = findBrowser()
  if (chromium) env.CHROMIUM_PATH = chromium
  if (buildDir) env.SHALA_BUILD_DIR = buildDir
  return env
}

/** A private MariaDB for this run, or the server given as TEST_DATABASE_URL. */
async function openDatabase(folder) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, close: async () => {} }
  const [program, ...args] = node('database.mjs')
  // It ends when its input does: with us, whatever happens to us.
  const child = spawn(program, [...args, folder], { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {})
  const ended = new Promise((done) => child.once('exit', done))
  const lines = createInterface({ input: child.stdout })
  const url = await Promise.race([new Promise((done) => lines.once('line', done)), ended.then(() => null)])
  if (!url) throw new Trouble('The database for the tests did not start: see above.')
  const close = async () => {
    child.stdin.end()
    await ended
  }
  return { url, close }
}

/** Runs all tests of one kind, with a report that is counted. */
async function runTests(name, { command, env, report, count }) {
  const began = cpuSeconds()
  const { code, seconds } = await runStep({ command, name, env, stream: true, limit: 40 * MINUTE })
  const counts = settle(code, report, count)
  tell(name, seconds, counts)
  tellStage(name, began)
  for (const title of counts.flaky ?? []) console.log(`   passed at the second try: ${title}`)
}

function unitAndIntegrationTests(env, workFolder) {
  const report = join(workFolder, 'vitest.json')
  const command = [bin('vitest'), 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTests('unit and integration tests', { command, env, report, count: countVitest })
}

function endToEndTests(env, workFolder) {
  const report = join(workFolder, 'playwright.json')
  const command = [bin('playwright'), 'test', '--reporter=list,json']
  const reporting = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  return runTests('end-to-end tests', { command, env: reporting, report, count: countPlaywright })
}

/** The counts of a report; a runner that failed without a failed test (or without a report) counts as one failure. */
function settle(code, file, count) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  try {
    Object.assign(counts, count(JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    counts.failed = 1
  }
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1
  if (counts.failed > 0 && !counts.failures?.length)
    counts.failures = [`it ended with code ${code}, without a failed test`]
  return counts
}

function countVitest(report) {
  // A file that could not even be loaded has failed without a test of its own.
  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...brokenFiles.map((file) => failure(file.name, file.message)),
      ...report.testResults
        .flatMap((file) => file.assertionResults.map((test) => ({ file: file.name, ...test })))
        .filter((test) => test.status === 'failed')
        .map((test) => failure(`${test.file}: ${test.fullName}`, test.failureMessages[0])),
    ],
  }
}

function flowsOf(suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, ...test }))),
    ...flowsOf(suite.suites),
  ])
}

function countPlaywright({ stats, errors, suites }) {
  const flows = flowsOf(suites)
  return {
    passed: stats.expected + stats.flaky,
    // They count as passed, and are named so that somebody looks.
    flaky: flows.filter(({ status }) => status === 'flaky').map(({ title }) => title),
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    failures: [
      ...flows
        .filter(({ status }) => status === 'unexpected')
        .map((flow) => failure(`[${flow.projectName}] ${flow.title}`, flow.results.at(-1)?.error?.message)),
      ...errors.map((error) => failure('outside of the flows', error.message)),
    ],
  }
}

function failure(title, reason) {
  const lines = stripVTControlCharacters(reason ?? '').split('\n', 6)
  return `${title}\n      ${lines.join('\n      ').slice(0, 800)}`
}

/** Runs one check that passes or fails as a whole; true when it passed. */
async function check({ name, command, stream = false, limit = 6 * MINUTE, env = process.env }) {
  const { code, seconds, output } = await runStep({ name, command, stream, limit, env })
  if (!stream && code !== 0) process.stdout.write(`\n${output.trimEnd()}\n`)
  const passed = code === 0
  tell(name, seconds, {
    passed: Number(passed),
    failed: Number(!passed),
    skipped: 0,
    failures: passed ? [] : ['see its output'],
  })
  return passed
}

function tell(name, seconds, counts, remark) {
  for (const key of Object.keys(total)) total[key] += counts[key]
  failures.push(...(counts.failures ?? []).map((one) => `── ${name}: ${one}`))
  const result = counts.failed > 0 ? `${counts.failed} failed, ${counts.passed} passed` : `${counts.passed} passed`
  console.log(`── ${name}: ${remark ?? result} (${seconds.toFixed(1)} s)`)
}

/** Answers the names of those that passed. */
async function twoAtATime(items, work) {
  const queue = [...items]
  const passed = []
  const worker = async () => {
    for (let item = queue.shift(); item; item = queue.shift()) if (await work(item)) passed.push(item.name)
  }
  await Promise.all([worker(), worker()])
  return passed
}

/**
 * Seconds that the processors of this machine have worked so far, for whomever: what a stage took in all its processes, the database's and
 * the browser's too, as long as nobody else works here.
 */
function cpuSeconds() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1000
}

function tellStage(name, began) {
  console.log(`   ${name}: ${Math.round(cpuSeconds() - began)} CPU seconds`)
}

function runStep({ name, command: [program, ...args], env = process.env, stream, limit }) {
  // After a signal nothing new begins: the process is about to end.
  if (ending) return new Promise(() => {})
  if (stream) console.log(`\n── ${name} …`)
  const started = Date.now()
  const child = spawn(program, args, {
    cwd: root,
    env,
    detached: true,
    stdio: ['ignore', stream ? 'inherit' : 'pipe', stream ? 'inherit' : 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  const timer = setTimeout(() => {
    console.error(`"${name}" took longer than ${limit / MINUTE} minutes and was stopped.`)
    endGroup(child, 'SIGKILL')
  }, limit)
  return new Promise((done) => {
    const finish = (code) => {
      clearTimeout(timer)
      // What it may have left running in its group.
      endGroup(child, 'SIGKILL')
      running.delete(child)
      done({ code, output, seconds: (Date.now() - started) / 1000 })
    }
    child.once('error', (error) => {
      output += error.message
      if (stream) console.error(error.message)
      finish(1)
    })
    child.once('exit', (code) => {
      if (stream) finish(code ?? 1)
    })
    child.once('close', (code) => {
      if (!stream) finish(code ?? 1)
    })
  })
}

function endGroup(child, signal) {
  if (!child.pid) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // Nobody of the group is left.
  }
}

async function endEverything(signal) {
  if (ending) return
  ending = true
  console.log(`\n${signal}: stopping the tests.`)
  for (const child of running) endGroup(child, 'SIGTERM')
  const patience = setTimeout(() => {
    for (const child of running) endGroup(child, 'SIGKILL')
  }, 1500)
  while (running.size > 0) await sleep(50)
  clearTimeout(patience)
  await closeDatabase()
  process.exit(1)
}
