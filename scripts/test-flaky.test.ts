import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from './processes.mjs'

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
