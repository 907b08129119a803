import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { latestBuild } from './build.mjs'
import { bin, DEEP_CHECKS, DEEP_STATIC_CHECKS, node, STATIC_CHECKS, TURN_CHECKS } from './gate/checks.mjs'
import { addCounts, countsOf, countVitest } from './gate/counts.mjs'
import { cleanEnvironment, testEnvironment } from './gate/environment.mjs'
import {
  afterPart,
  afterRun,
  ageOfDeepRun,
  flakyTrouble,
  PARTS,
  readMemory,
  secondsOf,
  snapshot,
  writeMemory,
} from './gate/memory.mjs'
import {
  changedSince,
  dueFiles,
  dueFlows,
  importersIn,
  KILLS_PROGRAMS,
  reachedSpecs,
  reachOf,
  testFiles,
  wholeFiles,
} from './gate/reach.mjs'
import { report, tell, tellPart, timed, total } from './gate/report.mjs'
import { check, deepCheck, flows } from './gate/run-checks.mjs'
import { withoutSkips } from './gate/skips.mjs'
import { endEverything, endLeftOvers, MINUTE, noteProcess, runStep, twoAtATime } from './gate/steps.mjs'
import { chooseSeed } from './gate/turns.mjs'
import {
  backupPrograms,
  browserPrograms,
  databasePrograms,
  ensurePackages,
  ensurePrograms,
  findBrowser,
} from './packages.mjs'
import { root, runMain, runProgram, Trouble, textOf, whileLocked } from './processes.mjs'
import { hashOfSources } from './sources.mjs'

let closeDatabase = async () => {}

/**
 * `npm test` installs what it needs, runs every check, the tests that the change reaches and a rotating part of the
 * others, and ends with one line of counts. `npm run test:all` runs all tests, and adds checks on other database
 * servers, other machines and other dates; `npm run test:all -- tests days` runs only the named parts.
 * @param {{ deep: boolean, parts: string[] }} wanted
 */
export function runGate({ deep, parts }) {
  return runMain(async () => {
    const unknown = parts.filter((part) => !PARTS.includes(part))
    if (unknown.length > 0) throw new Trouble(`There is no part ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}.`)
    process.chdir(root)
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => endEverything(name, closeDatabase))
    endLeftOvers()
    await timed('packages and programs', async () => {
      await ensurePackages()
      await installPrograms()
    })
    // A landing run (CI) reads the committed memory and does not change it.
    const isLanding = Boolean(process.env.CI)
    const workFolder = mkdtempSync(join(tmpdir(), 'shala-test-'))
    process.once('exit', () => rmSync(workFolder, { recursive: true, force: true }))

    if (!deep) await runTests({ deep: false, isLanding, workFolder })
    else for (const part of parts.length > 0 ? parts : PARTS) await runPart(part, { isLanding, workFolder })
    report()
    process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
  })
}

/** Runs one part of `npm run test:all` and records it in the memory when it is green. */
async function runPart(part, { isLanding, workFolder }) {
  const [start, failedBefore, skipsBefore] = [snapshot(), total.failed, total.skips.length]
  const began = Date.now()
  let found = { flaky: [], figures: [] }
  if (part === 'tests') await runTests({ deep: true, isLanding, workFolder })
  else found = await runDeepChecks(part, workFolder)
  const isGreen = total.failed === failedBefore
  const minutes = Math.round((Date.now() - began) / MINUTE)
  tellPart(part, isGreen, minutes)
  if (isLanding) return
  const skips = total.skips.slice(skipsBefore)
  await remember((memory) => afterPart(memory, part, { isGreen, start, skips, minutes, ...found }))
}

/**
 * Runs the checks of a part. Judges and returns its flaky tests (those that passed only on their second try). Also
 * returns, for each figure in the list of missed goals, whether it has reached its goal in this run.
 */
async function runDeepChecks(part, workFolder) {
  const flakyBefore = total.flaky.length
  const files = { GATE_FLAKY: join(workFolder, `flaky-${part}.txt`), GATE_FIGURES: join(workFolder, 'figures.txt') }
  const env = { ...cleanEnvironment(), ...files }
  for (const one of DEEP_CHECKS[part]) await timed(one.name, () => deepCheck(one, { env, workFolder }))
  const flaky = countFlaky(readMemory(), env.GATE_FLAKY, total.flaky.slice(flakyBefore))
  return { flaky, figures: linesOf(env.GATE_FIGURES).map((line) => JSON.parse(line)) }
}

/** Counts the tests that passed only on their second try; too many of them fail the run. */
function countFlaky(memory, file, named = []) {
  // A test that is flaky twice in one gate counts once.
  const flaky = [...new Set([...named, ...linesOf(file)])]
  total.flaky = [...new Set([...total.flaky, ...flaky])]
  const trouble = flakyTrouble(memory, flaky)
  if (trouble) addCounts(total, { failed: 1, failures: [`── ${trouble}`] })
  return flaky
}

const linesOf = (file) => textOf(file).split('\n').filter(Boolean)

/** Checks the sources, builds, and runs the tests of this run. */
async function runTests({ deep, isLanding, workFolder }) {
  const [start, flakyBefore] = [snapshot(), total.flaky.length]
  const memory = readMemory()
  const age = ageOfDeepRun(memory)
  console.log(age.sentence)
  if (age.isTooOld && !deep) addCounts(total, { failed: 1, failures: [`── ${age.sentence}`] })

  await check({ name: 'words', command: node('words.mjs') })
  await check({ name: 'locations', command: node('locations.mjs') })
  const run = await timed('choosing the tests', () => chooseTests({ memory, deep, isLanding, workFolder }))
  const database = await timed('starting the database', () => openDatabase(join(workFolder, 'database')))
  closeDatabase = database.close
  const env = { ...testEnvironment(workFolder, database.url), ...run.env }

  const sources = hashOfSources()
  // Tests that need no build run in parallel with the checks; the others start when the build is ready.
  await timed('sources, build, and tests without a build', () =>
    Promise.all([
      twoAtATime(deep ? [...STATIC_CHECKS, ...DEEP_STATIC_CHECKS] : STATIC_CHECKS, check),
      vitest('tests without a build', run.filesWithoutBuild, env, workFolder),
    ]),
  )
  const build = buildOf(sources)
  if (build) {
    const withBuild = { ...env, SHALA_BUILD_DIR: build }
    await timed('tests with a build', () => vitest('tests with a build', run.filesWithBuild, withBuild, workFolder))
    await timed('flows, and tests that kill programs', () =>
      Promise.all([
        flows({}, withBuild, workFolder),
        vitest('tests that kill programs', run.filesThatKill, withBuild, workFolder),
      ]),
    )
  } else addCounts(total, { failed: 1, failures: ['── tests with a build and flows: not run, there is no build'] })
  await closeDatabase()
  if (!deep) await timed('checks by turn', () => turnChecks(env))

  const flaky = countFlaky(memory, env.GATE_FLAKY, total.flaky.slice(flakyBefore))
  if (isLanding) return
  const flowRoutes = await visitedRoutes(env.FLOW_ROUTES_FOLDER)
  const result = { isGreen: total.failed === 0, isWhole: process.env.TEST_SINCE === undefined, flows: flowRoutes }
  await remember((memory) => afterRun(memory, { ...run, ...total, ...result, flaky, start }))
}

/** Changes the memory under a lock against other runs of this clone. */
function remember(change) {
  const lock = join(root, '.cache', 'gate-memory.lock')
  return whileLocked(lock, 'Waiting for another run that writes the memory', async () =>
    writeMemory(change(readMemory())),
  )
}

/** Build of these sources; null when there is none, for example after a failed build. */
function buildOf(sources) {
  const build = latestBuild()
  return build?.endsWith(sources) ? build : null
}

/** Runs the rotating checks, each with the seed of this run. */
async function turnChecks(env) {
  await twoAtATime(TURN_CHECKS, (one) => check({ stream: true, limit: 15 * MINUTE, env, ...one }))
}

/**
 * Chooses the tests of this run: all that the change since the last green commit reaches, and from the rest the parts
 * that waited longest. TEST_SINCE names another commit to compare with; TEST_SEED repeats a run.
 */
async function chooseTests({ memory, deep, isLanding, workFolder }) {
  const given = process.env.TEST_SEED
  const seed = given ? Number(given) : chooseSeed(memory.turns, isLanding ? 4 : 5000)
  const importers = await importersIn()
  const reach = reachOf(importers, deep ? null : changedSince(process.env.TEST_SINCE ?? memory.green?.commit))
  const isDue = (key, parts) => (numberOf(key) + seed) % parts === 0
  const all = testFiles(importers)
  const files = dueFiles(all, reach, isDue)
  const due = dueFlows(memory.flows, reach)
  console.log(
    deep
      ? `Everything runs: ${files.length} test files. Seed: ${seed}`
      : `This run covers ${files.length} of ${all.length} test files, ${reach.allRoutes ? 'all' : reach.routes.length} routes and ` +
          `${reach.everything ? 'all' : due.length} flows, and others in turn (${reach.why}). TEST_SEED=${seed}`,
  )
  const write = (name, value) => {
    const file = join(workFolder, name)
    writeFileSync(file, JSON.stringify(value))
    return file
  }
  const env = {
    TEST_SEED: String(seed),
    TEST_REACH: write('reach.json', {
      allRoutes: reach.allRoutes,
      routes: reach.routes,
      wholeFiles: wholeFiles(reach),
    }),
    TEST_SECONDS: write('seconds.json', Object.fromEntries(files.map(({ file }) => [file, secondsOf(memory, file)]))),
    FLOW_ROUTES_FOLDER: join(workFolder, 'flow-routes'),
    GATE_FLAKY: join(workFolder, 'flaky.txt'),
  }
  if (deep) Object.assign(env, { TEST_DEEP: '1', TEST_WITHOUT_PAGES: '1' })
  const known = Object.keys(memory.flows)
  if (!reach.everything) env.TEST_FLOWS = write('flows.json', { due, known, specs: reachedSpecs(reach) })
  const killsPrograms = ({ file }) => KILLS_PROGRAMS.test(file)
  const namesOf = (some) => some.map(({ file }) => file)
  return {
    seed,
    env,
    filesWithBuild: write('with-build.json', namesOf(files.filter((one) => one.needsBuild && !killsPrograms(one)))),
    filesThatKill: write('that-kill.json', namesOf(files.filter(killsPrograms))),
    filesWithoutBuild: write('without-build.json', namesOf(files.filter((one) => !one.needsBuild))),
  }
}

/** Number of a key, computed as in tests/setup/rotation.ts. */
const numberOf = (text) => createHash('sha256').update(text).digest().readUInt32BE() >>> 1

/** Routes that each flow of this run visited; empty when no flow wrote any. */
async function visitedRoutes(folder) {
  const { readFlowRoutes } = await import('./flow-routes.mjs')
  return readFlowRoutes(folder)
}

async function installPrograms() {
  await ensurePrograms([
    ...(process.env.TEST_DATABASE_URL ? [] : databasePrograms),
    ...backupPrograms,
    { programs: ['pdftoppm'], packages: ['poppler-utils'] },
    { programs: ['faketime'], packages: ['faketime'], optional: true },
    ...browserPrograms,
  ])
  // If no browser was found or installed as a package, Playwright downloads Chromium.
  if (!findBrowser() && (await runProgram(bin('playwright'), ['install', '--with-deps', 'chromium'])) !== 0) {
    throw new Trouble('Chromium could not be installed: see the message above.')
  }
}

/** A private MariaDB for this run, or the server of TEST_DATABASE_URL. */
async function openDatabase(folder) {
  if (process.env.TEST_DATABASE_URL) return { url: process.env.TEST_DATABASE_URL, close: async () => {} }
  const [program, ...args] = node('database.mjs')
  // The database ends when its input closes: with this process, however that ends.
  const child = spawn(program, [...args, folder], { cwd: root, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.on('error', () => {})
  const forget = noteProcess(child.pid)
  const ended = new Promise((done) => child.once('exit', done))
  const lines = createInterface({ input: child.stdout })
  const url = await Promise.race([new Promise((done) => lines.once('line', done)), ended.then(() => null)])
  if (!url) throw new Trouble('The database for the tests did not start: see above.')
  const close = async () => {
    child.stdin.end()
    await ended
    forget()
  }
  return { url, close }
}

/** Runs the test files listed in the file `list`, if any. */
async function vitest(name, list, env, workFolder) {
  const files = JSON.parse(readFileSync(list, 'utf8'))
  if (files.length === 0) return
  const file = join(workFolder, `${name}.json`)
  const { code, seconds } = await runStep({
    name,
    command: [bin('vitest'), 'run', '--reporter=default', '--reporter=./tests/setup/gate-reporter.ts'],
    env: { ...env, TEST_FILES: list, GATE_REPORT: file },
    stream: true,
    limit: 40 * MINUTE,
  })
  const counts = countsOf(code, file, countVitest)
  // A chosen file that did not run counts as a failure; otherwise the gap would look green.
  const missing = files.filter((chosen) => !(chosen in counts.seconds))
  counts.failed += missing.length
  counts.failures.push(...missing.map((chosen) => `${chosen} did not run`))
  tell(name, seconds, env.TEST_DEEP ? withoutSkips(counts) : counts)
}
