import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
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

/** Preload that simulates root on Debian. */
const rootOnDebian = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const { readFileSync } = fs
  const system = 'ID=debian\\nVERSION_CODENAME=bookworm\\n'
  fs.readFileSync = (file, ...rest) => (file === '/etc/os-release' ? system : readFileSync(file, ...rest))
  Object.defineProperty(process, 'platform', { value: 'linux' })
  process.getuid = () => 0
  syncBuiltinESMExports()`

/** Programs of a machine that can make Debian roots, but whose network is down. */
const offline = {
  setpriv: 'case "$*" in *mmdebstrap*) echo "E: apt-get update failed" >&2; exit 1;; esac',
  mmdebstrap: 'exit 1',
  'apt-get': 'echo "http://deb.debian.org/debian/ bookworm main"',
  'apt-config': '',
  pdftoppm: '',
}
const silent = 'echo "Temporary failure resolving deb.debian.org" >&2; exit 100'
const missing = 'echo "E: 404  Not Found [IP: 192.0.2.1 80]" >&2; exit 100'

/**
 * Runs a check as root in a copy of the scripts, which has no Debian root yet, with `aptHelper` as the program that asks
 * the Debian archive.
 */
function runOffline(words: string[], aptHelper: string) {
  const clone = mkdtempSync(path.join(folder, 'clone-'))
  for (const name of ['scripts', 'tests/setup', 'package.json', 'package-lock.json'])
    cpSync(path.join(root, name), path.join(clone, name), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'))
  const programs = path.join(clone, 'programs')
  mkdirSync(programs)
  for (const [name, lines] of Object.entries({ ...offline, 'apt-helper': aptHelper }))
    writeFileSync(path.join(programs, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  return spawnSync(process.execPath, words, {
    cwd: clone,
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${programs}:${process.env.PATH}`,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(rootOnDebian)}`,
    },
  })
}

it.each([
  ['--turn', 'scripts/test-mysql.mjs --turn'],
  ['whole', 'scripts/test-mysql.mjs'],
])('test-mysql.mjs, %s: is skipped for root when the Debian archive does not answer', (_, command) => {
  const { status, stdout, stderr } = runOffline(command.split(' '), silent)
  expect([status, stderr]).toEqual([SKIPPED_CODE, ''])
  const why = 'Skipped: The Debian root (sid) could not be created: the Debian archive does not answer.'
  expect(stdout.trimEnd().split('\n').at(-1)).toBe(`${why} Temporary failure resolving deb.debian.org`)
})

it('test-mysql.mjs: fails when the Debian archive answers and yet no root can be made from it', () => {
  for (const answer of ['exit 0', missing]) {
    const { status, stdout, stderr } = runOffline(['scripts/test-mysql.mjs', '--turn'], answer)
    expect([status, stderr]).toEqual([1, expect.stringContaining('E: apt-get update failed')])
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed')
  }
})

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
