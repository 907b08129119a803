import './node-version.mjs'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { head, isClean, memoryPath, readMemory } from './gate/memory.mjs'
import { interruptPrograms, root, runMain, runProgram, Trouble, textOf } from './processes.mjs'

/*
 * `npm run test:flaky`: ten rounds of `npm test`, each with its own share of the slow tests that run in rotation; every
 * second round runs beside one busy loop per core. Counts flaky tests and failures of all rounds; the goal is 0. It can
 * be stopped at any time and resumes with the interrupted round.
 * `npm run test:flaky -- --again`: forgets the finished rounds
 * `npm run test:flaky -- FILE.test.ts FILE.spec.ts`: rounds of these files only; uncommitted changes are allowed
 * `npm run test:flaky -- --rounds=2 …`: another number of rounds
 */
const words = process.argv.slice(2)
const rounds = Number(words.find((word) => word.startsWith('--rounds='))?.slice('--rounds='.length) ?? 10)
const files = words.filter((word) => !word.startsWith('-'))
const stateFile = join(root, '.cache', 'flaky-rounds.json')
const loops = new Set()
process.once('exit', endLoops)
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(name, () => {
    interruptPrograms()
    process.exit(1)
  })
}

await runMain(async () => {
  if (!Number.isInteger(rounds) || rounds < 1) throw new Trouble('Choose a number of rounds: --rounds=2.')
  const done = files.length > 0 ? await roundsOfFiles() : await roundsOfGate()
  for (const [at, { isBusy, isGreen, flaky, minutes }] of done.entries()) {
    const result = [isGreen ? 'green' : 'red', ...flaky].join(', ')
    console.log(`round ${at + 1}${isBusy ? ' (busy)' : ''}: ${result}, ${minutes} min`)
  }
  const failed = done.filter(({ isGreen, flaky }) => !isGreen || flaky.length > 0)
  console.log(`\n${done.length - failed.length} passed, ${failed.length} failed`)
  if (failed.length > 0) process.exitCode = 1
})

async function roundsOfGate() {
  if (words.includes('--again')) rmSync(stateFile, { force: true })
  if (!isClean())
    throw new Trouble(`Commit your changes first: every round runs the same commit (${memoryPath} apart).`)
  // Every round tests the changes since the same commit, which the first round chose.
  const { commit } = head()
  const earlier = readState()
  const state = earlier?.commit === commit ? earlier : { commit, since: readMemory().green?.commit ?? '', rounds: [] }
  while (state.rounds.length < rounds) {
    const result = await oneRound(state.rounds.length + 1, async () => {
      const known = new Set(readMemory().flaky.map(({ at }) => at))
      const env = { ...process.env, TEST_SINCE: state.since, CI: '' }
      const code = await runProgram(process.execPath, [join(root, 'scripts', 'test.mjs')], { env })
      const flaky = readMemory().flaky.filter(({ at }) => !known.has(at))
      return { isGreen: code === 0, flaky: flaky.map(({ name }) => name) }
    })
    state.rounds.push(result)
    mkdirSync(join(root, '.cache'), { recursive: true })
    writeFileSync(stateFile, JSON.stringify(state, null, 2))
  }
  return state.rounds
}

async function roundsOfFiles() {
  const isFlow = (file) => file.endsWith('.spec.ts')
  const runs = [
    ['vitest', 'run', files.filter((file) => !isFlow(file))],
    ['playwright', 'test', files.filter(isFlow)],
  ].filter(([, , some]) => some.length > 0)
  const report = join(root, '.cache', `flaky-files-${process.pid}.txt`)
  mkdirSync(join(root, '.cache'), { recursive: true })
  const done = []
  while (done.length < rounds) {
    const result = await oneRound(done.length + 1, async () => {
      writeFileSync(report, '')
      // A retry, as in the gate, tells a flaky test from a broken one.
      const env = { ...process.env, CI: '1', GATE_FLAKY: report }
      const codes = []
      for (const [program, verb, some] of runs)
        codes.push(await runProgram(join(root, 'node_modules', '.bin', program), [verb, ...some], { env }))
      return { isGreen: codes.every((code) => code === 0), flaky: textOf(report).split('\n').filter(Boolean) }
    })
    done.push(result)
  }
  rmSync(report, { force: true })
  return done
}

/** Runs one round, every second one beside busy loops, and measures it. */
async function oneRound(round, work) {
  const isBusy = round % 2 === 0
  console.log(`\n══ round ${round} of ${rounds}${isBusy ? `, beside ${cpus().length} busy loops` : ''}`)
  const started = Date.now()
  if (isBusy) startLoops()
  // The loops would keep this process running after an exception.
  const result = await work().finally(endLoops)
  return { isBusy, ...result, minutes: Math.round((Date.now() - started) / 6000) / 10 }
}

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
