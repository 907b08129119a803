import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { databasePrograms, ensurePackages, ensurePrograms } from './packages.mjs'
import { root, runMain, runProgram, Skipped, textOf } from './processes.mjs'

/*
 * `npm run test:faults`: a working school while apps, workers and the database are killed 200 times and all its
 * dependencies fail; then a rolling restart and a migration under load (tests/faults)
 * `npm run test:faults -- --quick`: twelve kills
 * `TEST_SEED=… npm run test:faults`: repeats a schedule
 */
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
    FAULTS_KILLS: process.argv.includes('--quick') ? '12' : '200',
    FAULTS_JOURNAL: journal,
  }
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  process.exitCode = await runProgram(vitest, ['run', '--project=own', 'tests/faults'], { env })
  if (process.exitCode === 0 && textOf(leftOut)) throw new Skipped(`${textOf(leftOut)}. All else passed.`)
})
