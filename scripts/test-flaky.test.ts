import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { patience } from '../tests/setup/slowness'
import { birthOf, root, textOf } from './processes.mjs'

/** Preload that replaces Vitest and Playwright: Vitest reports a flaky test in the second round. */
const programs = `
  import child from 'node:child_process'
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { spawn } = child
  let rounds = 0
  child.spawn = (program, args, options) => {
    const name = program.split('/').at(-1)
    if (!['vitest', 'playwright'].includes(name)) return spawn(process.execPath, ['-e', ''], options)
    console.log(name + ' ' + args.join(' '))
    if (name === 'vitest' && ++rounds === 2) fs.appendFileSync(options.env.GATE_FLAKY, 'a.test.ts › adds\\n')
    return spawn(process.execPath, ['-e', 'process.exit(' + (name === 'playwright' && rounds === 3 ? 1 : 0) + ')'], options)
  }
  syncBuiltinESMExports()`

it('runs the named files in each round, and counts a round with a flaky or failed test as failed', () => {
  const words = ['scripts/test-flaky.mjs', '--rounds=4', 'a.test.ts', 'b.spec.ts']
  const { status, stdout } = spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(programs)}` },
  })
  expect(stdout.match(/^vitest run a\.test\.ts$/gm)).toHaveLength(4)
  expect(stdout.match(/^playwright test b\.spec\.ts$/gm)).toHaveLength(4)
  const lines = stdout.trim().split('\n').slice(-6)
  expect(lines.map((line) => line.replace(/, [\d.]+ min$/, ''))).toEqual([
    'round 1: green',
    'round 2 (busy): green, a.test.ts › adds',
    'round 3: red',
    'round 4 (busy): green',
    '',
    '2 passed, 2 failed',
  ])
  expect(status).toBe(1)
})

/** Fake gate: records TEST_SINCE and its pid, changes the last green commit in its memory, hangs in the second run. */
const gate = `
  import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
  appendFileSync('.cache/runs', process.env.TEST_SINCE + ' ' + process.pid + '\\n')
  const memory = JSON.parse(readFileSync('tests/gate-memory.json', 'utf8'))
  // Written whole, as the gate does: the test may stop this process at any moment.
  writeFileSync('.cache/memory.json', JSON.stringify({ ...memory, green: { commit: 'later', date: 0 } }))
  renameSync('.cache/memory.json', 'tests/gate-memory.json')
  if (readFileSync('.cache/runs', 'utf8').split('\\n').length === 3) setInterval(() => {}, 1000)
`

/** Clone with the scripts of this one and the gate above, all committed. */
function makeClone(): string {
  const clone = mkdtempSync(path.join(os.tmpdir(), 'shala-flaky-'))
  onTestFinished(() => rmSync(clone, { recursive: true }))
  for (const name of ['scripts', '.gitignore', 'package.json'])
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true })
  for (const folder of ['tests', '.cache']) mkdirSync(path.join(clone, folder))
  writeFileSync(path.join(clone, 'scripts/test.mjs'), gate)
  writeFileSync(path.join(clone, 'tests/gate-memory.json'), JSON.stringify({ green: { commit: 'first', date: 0 } }))
  const git = (...words: string[]) => execFileSync('git', words, { cwd: clone })
  git('init', '-q')
  git('add', '-A')
  git('-c', 'user.name=Test', '-c', 'user.email=test@shala.test', '-c', 'commit.gpgsign=false', 'commit', '-qm', 'all')
  return clone
}

it('ends the running gate when stopped; the next call resumes the interrupted round with the same base', async () => {
  const clone = makeClone()
  const words = ['scripts/test-flaky.mjs', '--rounds=3']
  const runs = () => textOf(path.join(clone, '.cache/runs')).trim().split('\n')
  const stopped = spawn(process.execPath, words, { cwd: clone, stdio: 'ignore' })
  await expect.poll(runs).toHaveLength(2)
  stopped.kill('SIGTERM')
  await once(stopped, 'exit')
  const hanging = Number(runs()[1]?.split(' ')[1])
  await expect.poll(() => birthOf(hanging)).toBeNull()

  const { status, stdout } = spawnSync(process.execPath, words, { cwd: clone, encoding: 'utf8' })
  expect(stdout.match(/^══ round \d of 3/gm)).toEqual(['══ round 2 of 3', '══ round 3 of 3'])
  expect([status, stdout.trim().split('\n').at(-1)]).toEqual([0, '3 passed, 0 failed'])
  expect(runs().map((run) => run.split(' ')[0])).toEqual(['first', 'first', 'first', 'first'])

  // All rounds are done: a third call only repeats their results.
  const again = spawnSync(process.execPath, words, { cwd: clone, encoding: 'utf8' })
  expect(again.stdout.trim().split('\n').slice(-5)).toEqual(stdout.trim().split('\n').slice(-5))
  expect(runs()).toHaveLength(4)
})

it('ends its busy loops and fails when the memory of the gate cannot be read', () => {
  const clone = makeClone()
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: clone, encoding: 'utf8' }).trim()
  const first = { isBusy: false, isGreen: true, flaky: [], minutes: 0 }
  writeFileSync(path.join(clone, '.cache/flaky-rounds.json'), JSON.stringify({ commit, since: '', rounds: [first] }))
  writeFileSync(path.join(clone, 'tests/gate-memory.json'), '')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/test-flaky.mjs', '--rounds=2'], {
    cwd: clone,
    encoding: 'utf8',
    timeout: patience(60_000),
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('JSON')])
})
