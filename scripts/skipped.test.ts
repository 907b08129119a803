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

/** Preload that simulates an unprivileged user on a machine without these programs. */
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
/** Checks that skip only single failures, for lack of rights, and report this at their end. */
const leavesOut = ['test-faults.mjs']

it('lists every check that can be skipped, and finds that none prints “Skipped:” without the Skipped error', () => {
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

/** Preload that replaces Vitest by a program which reports a passed and a skipped test, and ends with code 0. */
const skippingVitest = `
  import child from 'node:child_process'
  import { syncBuiltinESMExports } from 'node:module'
  const { spawn } = child
  const assertionResults = ['passed', 'skipped'].map((status) => ({ status, fullName: 'a school ' + status }))
  const name = process.cwd() + '/tests/faults/rolling.test.ts'
  const report = JSON.stringify({ numPassedTests: 1, numFailedTests: 0, testResults: [{ name, assertionResults }] })
  const program = "const file = process.argv.find((word) => word.startsWith('--outputFile.json='))?.split('=')[1];" +
    'if (file) fs.writeFileSync(file, ' + JSON.stringify(report) + ')'
  child.spawn = (path, args, options) =>
    path.endsWith('/vitest') ? spawn(process.execPath, ['-e', program, '--', ...args], options) : spawn(path, args, options)
  syncBuiltinESMExports()`

it('test-faults.mjs: fails when a test was skipped, although Vitest ended with code 0', () => {
  // The reports of this clone's last run stay.
  const reports = path.join(folder, 'faults')
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join('scripts', 'test-faults.mjs')], {
    cwd: root,
    encoding: 'utf8',
    env: {
      ...process.env,
      SHALA_BUILD_DIR: folder,
      SHALA_FAULTS_DIR: reports,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(skippingVitest)}`,
    },
  })
  expect([status, stderr]).toEqual([1, expect.stringContaining('tests/faults/rolling.test.ts › a school skipped')])
  expect(stdout).toContain('2 passed, 2 failed')
  expect(existsSync(path.join(reports, 'own.json'))).toBe(true)
})
