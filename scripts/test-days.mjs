import './node-version.mjs'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { addTests, lightFlows, lineOf, vitestArgs } from './count-tests.mjs'
import { KILLS_PROGRAMS } from './gate/reach.mjs'
import { ensurePackages, ensurePrograms } from './packages.mjs'
import { findProgram, root, runMain, runProgram, Skipped, Trouble } from './processes.mjs'
import { rotation } from './rotation.mjs'

/*
 * `npm run test:days`: database tests and light flows at each moment below, with the clock of every process (database
 * included) moved
 * `npm run test:days -- --turn`: one moment by rotation, and only database tests that depend on the day
 * `npm run test:days -- leap-day`: the named moments only
 */
const moments = [
  { name: 'year-end', says: '31 March, the last day of the year of books', at: '2027-03-31T12:00:00+05:30' },
  { name: 'new-year', says: '1 April half a minute old; by UTC it is still March', at: '2027-04-01T00:00:30+05:30' },
  { name: 'leap-day', says: '29 February before sunrise; by UTC it is the 28th', at: '2028-02-29T04:00:00+05:30' },
  {
    name: 'month-end',
    says: 'the last minute of November, and the month that follows',
    at: '2026-11-30T23:59:00+05:30',
  },
  {
    name: 'midnight',
    says: 'the minute before midnight in India on a Wednesday, and the day that follows',
    at: '2027-01-13T23:59:00+05:30',
  },
]

/** Verifies that the clock was moved. */
const clockTest = 'tests/setup/clock.db.test.ts'

/** Tests that send requests to the built portal and take seconds. */
const portalTests = [
  'tests/days/midnight.test.ts',
  'tests/pages/kept-pages.test.ts',
  'tests/reliability/at-once.test.ts',
  'tests/security/log.test.ts',
]

const counts = { passed: 0, failed: 0 }
const folder = mkdtempSync(join(tmpdir(), 'shala-days-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

await runMain(async () => {
  process.chdir(root)
  await ensurePackages()
  await ensurePrograms([{ programs: ['faketime'], packages: ['faketime'], optional: true }])
  if (!findProgram('faketime')) {
    throw new Skipped('the tests on other days need the program faketime (Debian: the package faketime).')
  }
  const args = process.argv.slice(2)
  const { seed, isDue } = await rotation()
  const isTurn = args.includes('--turn')
  const named = args.filter((arg) => !arg.startsWith('-'))
  const unknown = named.filter((name) => !moments.some((moment) => moment.name === name))
  if (unknown.length > 0) throw new Error(`There is no moment ${unknown.join(', ')}: see scripts/test-days.mjs.`)
  const chosen = isTurn
    ? [moments[seed % moments.length]]
    : moments.filter(({ name }) => named.length === 0 || named.includes(name))
  const env = { ...process.env, TEST_SEED: String(seed) }
  // A server that is already running has its own clock, so the tests start one.
  delete env.TEST_DATABASE_URL
  const portal = portalTests.filter((file) => !isTurn || isDue(file, 4))
  // Builds with this machine's clock, not the moved one.
  if (!isTurn || portal.length > 0) env.SHALA_BUILD_DIR ??= await ensureBuild()

  for (const moment of chosen) {
    console.log(`\n── ${moment.name}: ${moment.says} (seed ${seed})`)
    const files = databaseTests().filter(
      (file) => !isTurn || file === clockTest || (reckonsWithDays(file) && isDue(file, 4)),
    )
    const ofTests = join(folder, `${moment.name}.json`)
    await runAt(moment, 'vitest', vitestArgs(ofTests, ...files, ...portal), ofTests, env)
    if (isTurn) continue
    const ofFlows = join(folder, `${moment.name}-flows.json`)
    const { args, settings } = lightFlows(ofFlows)
    await runAt(moment, 'playwright', args, ofFlows, { ...env, ...settings })
  }
  console.log(`\n${lineOf(counts)}`)
  process.exitCode = counts.failed > 0 ? 1 : 0
})

/** Runs a program of node_modules with the clock moved for it and all its children, and counts its tests. */
async function runAt({ name, at }, program, args, report, env) {
  const seconds = Math.round((Date.parse(at) - Date.now()) / 1000)
  // Timeouts use the monotonic clock, which stays unchanged.
  const moved = ['--exclude-monotonic', '-f', seconds < 0 ? String(seconds) : `+${seconds}`]
  const started = performance.now()
  const words = [...moved, join(root, 'node_modules/.bin', program), ...args]
  const code = await runProgram('faketime', words, { env: { ...env, TEST_MOVED_TO: at } })
  console.log(`── ${program} at ${name}: ${((performance.now() - started) / 1000).toFixed(0)} s`)
  try {
    addTests(counts, report, code)
  } catch (error) {
    // Counts a failure, and continues with the other moments.
    if (!(error instanceof Trouble)) throw error
    counts.failed += 1
    console.error(error.message)
  }
}

function databaseTests() {
  return ['app', 'tests'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.db.test.ts') && !KILLS_PROGRAMS.test(name))
      .map((name) => `${folder}/${name}`),
  )
}

/** Returns true when a test depends on the current day. */
function reckonsWithDays(file) {
  return /todayInIndia|shared\/calendar/.test(readFileSync(file, 'utf8'))
}
