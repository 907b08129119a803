import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { root, SKIPPED_CODE } from './processes.mjs'

/*
 * A check that cannot run neither passes nor fails: it ends with its own exit code, which the gate counts, and prints
 * the reason in one line.
 */

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-skipped-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Preload that simulates an unprivileged user on a machine without faketime, mmdebstrap, sudo and apt-get. */
const poorMachine = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { existsSync } = fs
  fs.existsSync = (file) => !/\\/(faketime|mmdebstrap|sudo|apt-get)$/.test(String(file)) && existsSync(file)
  process.getuid = () => 1000
  syncBuiltinESMExports()`

/** Checks that depend on the machine or the network, with a pattern for the reason they print. */
const needs: Record<string, RegExp> = {
  'test-cluster.mjs': /root/,
  'test-days.mjs': /faketime/,
  'test-deploy.mjs': /root/,
  'test-fresh.mjs': /root/,
  'test-mysql.mjs': /root/,
  'test-nodes.mjs': /npm registry: no network here/,
  'test-packages.mjs': /no network here/,
}
/** Checks that run without root, but skip the failures that they cannot simulate, and report this at their end. */
const leavesOut = ['test-faults.mjs']

it('lists every check that can be skipped, and lets checks print “Skipped:” only by throwing Skipped', () => {
  const folder = path.join(root, 'scripts')
  const checks = readdirSync(folder).filter((name) => /^test-.*\.mjs$/.test(name))
  const source = (name: string) => readFileSync(path.join(folder, name), 'utf8')
  const known = [...Object.keys(needs), ...leavesOut]
  const canBeSkipped = checks.filter((name) => /\bnew Skipped\(|\brunInRoots\(/.test(source(name)))
  expect(canBeSkipped.filter((name) => !known.includes(name))).toEqual([])
  expect(canBeSkipped).toContain('test-mysql.mjs')
  expect(checks.filter((name) => /Skipped: /.test(source(name)))).toEqual([])
})

it.each(Object.entries(needs))(
  '%s: prints in one line why it cannot run, and ends with the exit code for skipped checks',
  (name, why) => {
    // Fake npm that answers as if there were no network.
    const npm = path.join(folder, 'npm')
    writeFileSync(npm, '#!/bin/sh\nprintf \'{"message":"no network here"}\'; echo "no network here" >&2; exit 1\n')
    chmodSync(npm, 0o755)
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join('scripts', name)], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(poorMachine)}`,
        SHALA_NODES_DIR: path.join(folder, 'nodes'),
      },
    })
    const lines = stdout.split('\n').filter((line) => line.startsWith('Skipped: '))
    expect([status, lines, stderr]).toEqual([SKIPPED_CODE, [expect.stringMatching(why)], expect.any(String)])
    expect(stdout.trimEnd().split('\n').at(-1)).toBe(lines[0])
  },
)

/**
 * Preload that replaces Vitest and Playwright by programs that exit with code 0: Vitest reports a passed and a skipped
 * test of `file`, Playwright three passed flows, one of them only at the second try. Also pretends that faketime is
 * installed.
 */
const fakePrograms = (file: string) => `
  import child from 'node:child_process'
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { existsSync } = fs
  const { spawn } = child
  fs.existsSync = (file) => /\\/faketime$/.test(String(file)) || existsSync(file)
  const assertionResults = ['passed', 'skipped'].map((status) => ({ status, fullName: 'a school ' + status }))
  const tests = { numPassedTests: 1, numFailedTests: 0, testResults: [{ name: process.cwd() + '/${file}', assertionResults }] }
  const flows = { stats: { expected: 2, flaky: 1, unexpected: 0, skipped: 0 }, suites: [] }
  child.spawn = (program, args, options) => {
    const words = [program, ...args]
    const name = words.map((word) => word.split('/').at(-1)).find((word) => ['vitest', 'playwright'].includes(word))
    if (!name) return spawn(program, args, options)
    const ofTests = words.find((word) => word.startsWith('--outputFile.json='))?.split('=')[1]
    const [report, content] = name === 'vitest' ? [ofTests, tests] : [options.env.PLAYWRIGHT_JSON_OUTPUT_FILE, flows]
    if (report) fs.writeFileSync(report, JSON.stringify(content))
    return spawn(process.execPath, ['-e', ''], options)
  }
  syncBuiltinESMExports()`

/** Runs a check with the fake programs. Its reports go to a folder of this test, to keep those of the last real run. */
const runWithFakes = (words: string[], file: string) =>
  spawnSync(process.execPath, words, {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      SHALA_BUILD_DIR: folder,
      SHALA_FAULTS_DIR: path.join(folder, 'faults'),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fakePrograms(file))}`,
    },
  })

it('test-faults.mjs: fails when a test was skipped, although Vitest ended with code 0', () => {
  const { status, stdout, stderr } = runWithFakes(['scripts/test-faults.mjs'], 'tests/faults/rolling.test.ts')
  expect([status, stderr]).toEqual([1, expect.stringContaining('tests/faults/rolling.test.ts › a school skipped')])
  expect(stdout).toContain('2 passed, 2 failed')
  expect(existsSync(path.join(folder, 'faults', 'own.json'))).toBe(true)
})

it('test-days.mjs: counts tests and flows of each moment, and fails when one was skipped', () => {
  const of = (file: string) => runWithFakes(['scripts/test-days.mjs', 'leap-day', 'midnight'], file)
  const { status, stdout, stderr } = of('app/a.db.test.ts')
  expect([status, stderr]).toEqual([1, expect.stringContaining('app/a.db.test.ts › a school skipped')])
  expect(stdout).toContain('8 passed, 2 failed')
  const ofTurns = of('tests/reliability/at-once.test.ts')
  expect([ofTurns.status, ofTurns.stdout.trim().split('\n').at(-1)]).toEqual([0, '8 passed, 0 failed, 2 skipped'])
})
