import './node-version.mjs'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { addTests, lineOf, vitestArgs } from './count-tests.mjs'
import { mayBeSkipped } from './gate/skips.mjs'
import { databasePrograms, ensurePackages, ensurePrograms } from './packages.mjs'
import { root, runMain, runProgram, Skipped, textOf } from './processes.mjs'

/*
 * `npm run test:faults`: a working school while apps, workers and the database are killed 200 times and all its
 * dependencies fail; then a rolling restart and a migration under load (tests/faults); then 200 kills of workers that
 * send messages, 40 during each of five faults of the gateway. A critical moment that one kill in thirteen hits is thus
 * tested with a probability of 95 %
 * `npm run test:faults -- --quick`: twelve kills of each
 * `TEST_SEED=… npm run test:faults`: repeats a schedule
 * `SHALA_FAULTS_DIR`: folder of the journal and the reports
 */
const KILLS_OF_SENDERS = 'tests/messaging/killed.test.ts'
const folder = process.env.SHALA_FAULTS_DIR ?? join(root, '.cache', 'faults')
const isQuick = process.argv.includes('--quick')

await runMain(async () => {
  process.chdir(root)
  await ensurePackages()
  await ensurePrograms([...databasePrograms, { programs: ['faketime'], packages: ['faketime'], optional: true }])
  const buildDir = process.env.SHALA_BUILD_DIR ?? (await ensureBuild())
  const journal = join(folder, 'journal.jsonl')
  mkdirSync(folder, { recursive: true })
  const leftOut = join(folder, 'left-out')
  rmSync(leftOut, { force: true })
  const env = {
    ...process.env,
    FAULTS_LEFT_OUT: leftOut,
    SHALA_BUILD_DIR: buildDir,
    FAULTS_KILLS: isQuick ? '12' : '200',
    KILLS: isQuick ? '12' : '200',
    FAULTS_JOURNAL: journal,
  }
  const counts = { passed: 0, failed: 0 }
  await runTests('own', 'tests/faults', env, counts)
  await runTests('serial', KILLS_OF_SENDERS, env, counts)
  console.log(`\n${lineOf(counts)}`)
  process.exitCode = counts.failed > 0 ? 1 : 0
  if (process.exitCode === 0 && textOf(leftOut)) throw new Skipped(`${textOf(leftOut)}. All else passed.`)
})

/** Runs the test files of one project. A skipped test counts as failed: this run asks for all of them. */
async function runTests(project, files, env, counts) {
  const report = join(folder, `${project}.json`)
  rmSync(report, { force: true })
  const words = vitestArgs(report, `--project=${project}`, files)
  const code = await runProgram(join(root, 'node_modules', '.bin', 'vitest'), words, { env })
  addTests(counts, report, code, { maySkip: ({ file }) => mayBeSkipped(file, { inTurn: false }) })
}
