import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { addTests, lineOf } from './count-tests.mjs'
import { withoutSkips } from './gate/skips.mjs'

const folder = mkdtempSync(join(tmpdir(), 'shala-count-tests-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => vi.restoreAllMocks())

function counted(content: object, options: object = {}, code = 0) {
  const counts = { passed: 0, failed: 0 }
  const report = join(folder, 'report.json')
  writeFileSync(report, JSON.stringify(content))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  addTests(counts, report, code, { clone: '/clone', ...options })
  return counts
}

const vitestReport = (file: string) => ({
  numPassedTests: 1,
  numFailedTests: 0,
  testResults: [
    {
      name: `/clone/${file}`,
      assertionResults: [
        { status: 'passed', fullName: 'adds' },
        { status: 'skipped', fullName: 'waits' },
      ],
    },
  ],
})

describe('addTests', () => {
  it('counts a skipped test as failed, unless its file may be skipped or runs in rotation', () => {
    expect(counted(vitestReport('app/a.test.ts'))).toEqual({ passed: 1, failed: 1, skipped: 0 })
    expect(counted(vitestReport('tests/reliability/backup.test.ts'))).toEqual({ passed: 1, failed: 0, skipped: 1 })
    expect(counted(vitestReport('tests/cluster/cluster.test.ts'))).toEqual({ passed: 1, failed: 0, skipped: 1 })
  })

  it('does not count a skipped test as failed if the caller allows the skip', () => {
    const maySkip = ({ title }: { title: string }) => title === 'waits'
    expect(counted(vitestReport('app/a.test.ts'), { maySkip }).failed).toBe(0)
  })

  it('counts a skipped flow as failed', () => {
    const tests = [{ projectName: 'light', status: 'skipped', results: [] }]
    const suites = [{ specs: [{ title: 'a clerk waits', file: 'a.spec.ts', tests }] }]
    expect(counted({ stats: { expected: 1, flaky: 0, unexpected: 0, skipped: 1 }, suites })).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })
})

describe('withoutSkips', () => {
  const counts = {
    passed: 1,
    failed: 0,
    failures: [],
    skips: ['app/a.test.ts: 2 tests', 'tests/cluster/cluster.test.ts: 6 tests'],
  }

  it('counts each skip as a failure, except the allowed ones', () => {
    expect(withoutSkips(counts)).toMatchObject({ failed: 1, failures: [expect.stringContaining('app/a.test.ts')] })
    const takesTurns = { ...counts, skips: ['tests/reliability/backup.test.ts: 2 tests'] }
    expect(withoutSkips(takesTurns).failed).toBe(1)
    expect(withoutSkips({ ...counts, skips: ['[light] a.spec.ts › a clerk waits'] }).failed).toBe(1)
  })

  it('accepts files that ALLOW_SKIPPED names', () => {
    vi.stubEnv('ALLOW_SKIPPED', 'MySQL,app/a.test.ts')
    expect(withoutSkips(counts).failed).toBe(0)
    vi.unstubAllEnvs()
  })
})

describe('lineOf', () => {
  it('names the skipped tests when there are any', () => {
    expect(lineOf({ passed: 3, failed: 0 })).toBe('3 passed, 0 failed')
    expect(lineOf({ passed: 3, failed: 0, skipped: 2 })).toBe('3 passed, 0 failed, 2 skipped')
  })
})
