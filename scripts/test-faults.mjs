import './node-version.mjs'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { databasePrograms, ensurePackages, ensurePrograms } from './packages.mjs'
import { root, runMain, runProgram, Skipped, textOf } from './processes.mjs'

/*
 * `npm run test:faults`: a working school while apps, workers and the database are killed 200 times and all its
 * dependencies fail; then a rolling restart and a migration under load (tests/faults); then 200 kills of workers that
 * send messages: 40 in each of five troubles of the gateway, so that a moment which one in thirteen kills meets is met
 * with a probability of 95 %
 * `npm run test:faults -- --quick`: twelve kills of each
 * `TEST_SEED=… npm run test:faults`: repeats a schedule
 */
const KILLS_OF_SENDERS = 'tests/messaging/killed.test.ts'
const isQuick = process.argv.includes('--quick')

await runMain(async () => {
  process.chdir(root)
  await ensurePackages()
  await ensurePrograms([...databasePrograms, { programs: ['faketime'], packages: ['faketime'], optional: true }])
  const buildDir = process.env.SHALA_BUILD_DIR ?? (await ensureBuild())
  const journal = join(root, '.cache', 'faults', 'journal.jsonl')
  mkdirSync(join(journal, '..'), { recursive: true })
  const leftOut = join(root, '.cache', 'faults', 'left-out')
  rmSync(leftOut, { force: true })
  const env = {
    ...process.env,
    FAULTS_LEFT_OUT: leftOut,
    SHALA_BUILD_DIR: buildDir,
    FAULTS_KILLS: isQuick ? '12' : '200',
    KILLS: isQuick ? '12' : '200',
    FAULTS_JOURNAL: journal,
  }
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const codes = [await runProgram(vitest, ['run', '--project=own', 'tests/faults'], { env })]
  codes.push(await runProgram(vitest, ['run', '--project=serial', KILLS_OF_SENDERS], { env }))
  process.exitCode = Math.max(...codes)
  if (process.exitCode === 0 && textOf(leftOut)) throw new Skipped(`${textOf(leftOut)}. All else passed.`)
})
