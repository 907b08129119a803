import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryPath } from './gate/memory.mjs'
import { root } from './processes.mjs'

/*
 * Runs `npm test` and `npm run test:all` as whole commands in a small clone. Its checks, build, Vitest and Playwright
 * are stand-ins; all other parts of the gate are real.
 */

/** Programs of the gate; the stand-ins below replace the last four. */
const parts = [
  ...['test.mjs', 'gate.mjs', 'gate', 'node-version.mjs', 'processes.mjs', 'packages.mjs', 'sources.mjs'],
  ...['flow-routes.mjs', 'build.mjs', 'words.mjs', 'locations.mjs', 'gate/checks.mjs'],
]

const skipped = `[process.execPath, '-e', "console.log('Skipped: no network'); process.exitCode = 77"]`
const passed = `[process.execPath, '-e', '']`
const standIns: Record<string, string> = {
  'scripts/words.mjs': '',
  'scripts/locations.mjs': '',
  'scripts/build.mjs': `
    import { hashOfSources } from './sources.mjs'
    export const latestBuild = () => \`/build-\${hashOfSources()}\``,
  'scripts/gate/checks.mjs': `
    export const bin = (name) => new URL(\`../../node_modules/.bin/\${name}\`, import.meta.url).pathname
    export const node = (script) => [process.execPath, new URL(\`../\${script}\`, import.meta.url).pathname]
    export const STATIC_CHECKS = [{ name: 'unused code', command: ${passed} }]
    export const TURN_CHECKS = [{ name: 'MySQL, one tenth', command: ${skipped} }]
    export const DEEP_STATIC_CHECKS = []
    export const DEEP_CHECKS = { machines: [{ name: 'MySQL', command: ${skipped} }, { name: 'deployment', command: ${passed} }] }`,
  'app/sum.test.ts': '',
}
const reportOfTests = `
  const fs = process.getBuiltinModule('node:fs')
  const files = JSON.parse(fs.readFileSync(process.env.TEST_FILES, 'utf8'))
  const tests = files.map((file) => ({ file, name: 'adds', state: 'passed', isFlaky: false }))
  const report = { tests, files: files.map((file) => ({ file, seconds: 2, errors: [] })) }
  fs.writeFileSync(process.env.GATE_REPORT, JSON.stringify(report))`
const reportOfFlows = `
  const fs = process.getBuiltinModule('node:fs')
  const report = { stats: { expected: 1, flaky: 0, unexpected: 0, skipped: 0 }, errors: [], suites: [] }
  fs.writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE, JSON.stringify(report))`

const start = Date.parse('2026-11-27T12:00:00Z')
const dayMs = 86_400_000
let folder: string
let clone: string
const inClone = (...words: string[]) => path.join(clone, ...words)

function program(file: string, lines: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, lines, { mode: 0o755 })
}

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shala-gate-'))
  clone = path.join(folder, 'clone')
  // The gate reads the imports of all sources, and its tests import sources that this clone does not have.
  const filter = (name: string) => !name.endsWith('.test.ts')
  for (const name of parts)
    cpSync(path.join(root, 'scripts', name), inClone('scripts', name), { recursive: true, filter })
  mkdirSync(inClone('tests'))
  for (const name of ['package.json', '.gitignore']) cpSync(path.join(root, name), inClone(name))
  for (const [name, lines] of Object.entries(standIns)) program(inClone(name), lines)
  // The packages count as installed.
  writeFileSync(inClone('package-lock.json'), '{}')
  program(inClone('node_modules/.bin/vitest'), `#!${process.execPath}\n${reportOfTests}`)
  program(inClone('node_modules/.bin/playwright'), `#!${process.execPath}\n${reportOfFlows}`)
  writeFileSync(inClone('node_modules/.package-lock.json'), '{}')
  writeFileSync(inClone('node_modules/.installed-for'), createHash('sha256').update('{}').digest('hex'))
  symlinkSync(path.join(root, 'node_modules/esbuild'), inClone('node_modules/esbuild'))
  const needed = 'mariadb-dump pdftoppm faketime chromium-headless-shell'
  for (const name of needed.split(' ')) program(path.join(folder, 'programs', name), '#!/bin/sh\n')
  git(start, 'init', '-q')
  commit(start)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function git(time: number, ...words: string[]): string {
  const date = new Date(time).toISOString()
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@shala.test', '-c', 'commit.gpgsign=false']
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
  return execFileSync('git', [...author, ...words], { cwd: clone, encoding: 'utf8', env })
}

function commit(time: number): void {
  git(time, 'add', '-A')
  git(time, 'commit', '-q', '--allow-empty', '-m', 'change')
}

/** Commits a memory in which all parts of `npm run test:all` were green on the first commit. */
function rememberDeepRun(): void {
  const [first = ''] = git(start, 'rev-list', '--max-parents=0', 'HEAD').trim().split('\n')
  const deep = { commit: first, date: start, skips: [] }
  writeFileSync(inClone(memoryPath), JSON.stringify({ countedFrom: deep, deep }))
}

/** Adds commits that change the product, all in one process. */
function addCommits(count: number): void {
  const branch = git(start, 'symbolic-ref', 'HEAD').trim()
  const commits = Array.from({ length: count }, (_, index) => {
    const content = `export const nth = ${index}`
    const from = index === 0 ? `from ${branch}^0\n` : ''
    const who = `Test <test@shala.test> ${start / 1000} +0000`
    return `commit ${branch}\ncommitter ${who}\ndata 6\nchange\n${from}M 100644 inline app/sum.ts\ndata ${content.length}\n${content}\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: clone, input: commits.join('') })
  git(start, 'reset', '-q', '--hard')
}

const leftOut = /^(CI|ALLOW_SKIPPED|TEST_\w+|GATE_\w+|FLOW_\w+|SHALA_\w+|NODE_OPTIONS)$/

/** Runs the gate; returns its exit code, its last line, and the blocks of its report by their titles. */
async function run(words: string[] = [], settings: Record<string, string> = {}) {
  const env: NodeJS.ProcessEnv = { ...process.env }
  for (const name of Object.keys(env)) if (leftOut.test(name)) delete env[name]
  const PATH = `${path.join(folder, 'programs')}:${env.PATH}`
  Object.assign(env, { PATH, TEST_DATABASE_URL: 'mysql://tests@127.0.0.1:9/none' }, settings)
  const gate = spawn(process.execPath, ['scripts/test.mjs', ...words], { cwd: clone, env })
  const [output, [status]] = await Promise.all([text(gate.stdout), once(gate, 'close'), text(gate.stderr)])
  const blocks = output.split('\n\n').map((block) => block.trimEnd().split('\n'))
  const block = (title: string) => blocks.find(([first]) => first === title)?.slice(1) ?? []
  const last = output.trimEnd().split('\n').at(-1)
  return { status, last, skipped: block('Skipped'), failed: block('Failed'), output }
}

describe('a check that ends with the exit code for skipped checks', () => {
  it('is named as skipped by npm test, which stays green', async () => {
    const { status, last, skipped, failed, output } = await run()
    expect([status, skipped, failed], output).toEqual([0, ['MySQL, one tenth'], []])
    expect(last).toMatch(/^\d+ passed, 0 failed, 1 skipped$/)
  })

  it('fails npm run test:all, unless ALLOW_SKIPPED names it', async () => {
    const strict = await run(['--all', 'machines'])
    expect(strict.failed.join('\n'), strict.output).toContain('it was skipped, and ALLOW_SKIPPED does not name it')
    expect([strict.status, strict.last]).toEqual([1, '1 passed, 1 failed'])
    const allowed = await run(['--all', 'machines'], { ALLOW_SKIPPED: 'MySQL' })
    expect([allowed.status, allowed.skipped, allowed.failed], allowed.output).toEqual([0, ['MySQL'], []])
    expect(JSON.parse(readFileSync(inClone(memoryPath), 'utf8')).parts.machines.skips).toEqual(['MySQL'])
  })
})

describe('tests/gate-memory.json', () => {
  const memory = () => readFileSync(inClone(memoryPath), 'utf8')

  it('is not changed by a landing run (CI=1), and is written by a run in a working copy', async () => {
    rememberDeepRun()
    commit(start)
    const before = memory()
    for (const words of [[], ['--all', 'machines']])
      expect(await run(words, { CI: '1', ALLOW_SKIPPED: 'MySQL' })).toMatchObject({ status: 0, failed: [] })
    expect(memory()).toBe(before)
    expect(await run()).toMatchObject({ status: 0 })
    const { green, turns } = JSON.parse(memory())
    expect([green.commit, turns.runs]).toEqual([git(start, 'rev-parse', 'HEAD').trim(), 1])
  })
})

describe('npm test', () => {
  beforeEach(() => rememberDeepRun())

  it('fails when npm run test:all was last green more than ten days before the commit', async () => {
    commit(start + 10 * dayMs)
    expect(await run()).toMatchObject({ status: 0, failed: [] })
    commit(start + 11 * dayMs)
    const { status, failed } = await run()
    expect([status, failed]).toEqual([1, [expect.stringMatching(/^── npm run test:all was last green 11 days and /)]])
  })

  it('fails when the product has changed in more than 300 commits since npm run test:all was green', async () => {
    commit(start)
    addCommits(300)
    expect(await run()).toMatchObject({ status: 0, failed: [] })
    addCommits(1)
    const { status, failed } = await run()
    expect([status, failed]).toEqual([1, [expect.stringContaining('301 commits of the product ago')]])
  })
})
