import './node-version.mjs'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { head, isClean, memoryPath, readMemory } from './gate/memory.mjs'
import { root, runMain, runProgram, Trouble } from './processes.mjs'

/*
 * `npm run test:flaky`: ten rounds of `npm test` with rotating turns; every second round beside one busy loop per core.
 * Counts flaky tests and failures of all rounds; the goal is 0. It can be stopped at any time and resumes with the
 * interrupted round.
 * `npm run test:flaky -- --again`: forgets the finished rounds
 */
const ROUNDS = 10
const stateFile = join(root, '.cache', 'flaky-rounds.json')
const loops = new Set()
process.once('exit', endLoops)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => process.exit(1))

await runMain(async () => {
  if (process.argv.includes('--again')) rmSync(stateFile, { force: true })
  if (!isClean())
    throw new Trouble(`Commit your changes first: every round runs the same commit (${memoryPath} apart).`)
  // Every round tests the changes since the same commit, which the first round chose.
  const { commit } = head()
  const earlier = readState()
  const state = earlier?.commit === commit ? earlier : { commit, since: readMemory().green?.commit ?? '', rounds: [] }
  while (state.rounds.length < ROUNDS) {
    const round = state.rounds.length + 1
    const isBusy = round % 2 === 0
    console.log(`\n══ round ${round} of ${ROUNDS}${isBusy ? `, beside ${cpus().length} busy loops` : ''}`)
    const known = new Set(readMemory().flaky.map(({ at }) => at))
    const started = Date.now()
    if (isBusy) startLoops()
    const env = { ...process.env, TEST_SINCE: state.since, CI: '' }
    const code = await runProgram(process.execPath, [join(root, 'scripts', 'test.mjs')], { env })
    endLoops()
    const flaky = readMemory()
      .flaky.filter(({ at }) => !known.has(at))
      .map(({ name }) => name)
    state.rounds.push({ isBusy, isGreen: code === 0, flaky, minutes: Math.round((Date.now() - started) / 6000) / 10 })
    mkdirSync(join(root, '.cache'), { recursive: true })
    writeFileSync(stateFile, JSON.stringify(state, null, 2))
  }
  const failed = state.rounds.filter(({ isGreen, flaky }) => !isGreen || flaky.length > 0)
  for (const [at, { isBusy, isGreen, flaky, minutes }] of state.rounds.entries()) {
    const result = [isGreen ? 'green' : 'red', ...flaky].join(', ')
    console.log(`round ${at + 1}${isBusy ? ' (busy)' : ''}: ${result}, ${minutes} min`)
  }
  console.log(`\n${ROUNDS - failed.length} passed, ${failed.length} failed`)
  if (failed.length > 0) process.exitCode = 1
})

function readState() {
  return existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : null
}

/** Starts one busy process per core. */
function startLoops() {
  for (const _ of cpus()) loops.add(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
}

function endLoops() {
  for (const loop of loops) loop.kill('SIGKILL')
  loops.clear()
}
