import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { countPlaywright, countsOf, countVitest } from './counts.mjs'

const folder = mkdtempSync(join(tmpdir(), 'shala-counts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const passed = { file: 'a.test.ts', name: 'adds', state: 'passed', isFlaky: false, reason: '' }
const counted = (code: number, report: unknown) => {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return countsOf(code, file, countVitest)
}

describe('countsOf', () => {
  it('counts passed, failed, skipped and flaky tests', () => {
    const tests = [
      passed,
      { ...passed, name: 'adds at last', isFlaky: true },
      { ...passed, name: 'waits', state: 'skipped' },
      { ...passed, name: 'breaks', state: 'failed', reason: 'expected 1 to be 2' },
    ]
    const counts = counted(1, { tests, files: [{ file: 'a.test.ts', seconds: 3, errors: [] }] })
    expect(counts).toMatchObject({ passed: 2, failed: 1, skipped: 1, flaky: ['a.test.ts › adds at last'] })
    expect(counts.failures[0]).toContain('a.test.ts › breaks\n      expected 1 to be 2')
    expect(counts.skips).toEqual(['a.test.ts: 1 test'])
    expect(counts.seconds).toEqual({ 'a.test.ts': 3 })
  })

  it('counts a file that could not be loaded as failed', () => {
    const report = { tests: [passed], files: [{ file: 'b.test.ts', seconds: 0, errors: ['SyntaxError'] }] }
    expect(counted(1, report)).toMatchObject({ passed: 1, failed: 1 })
  })

  it('counts a runner that failed without a failed test as a failure', () => {
    expect(counted(1, { tests: [passed], files: [] })).toMatchObject({ passed: 1, failed: 1 })
  })

  it('counts a run without a report, or without a passed test, as a failure', () => {
    expect(countsOf(0, join(folder, 'none.json'), countVitest)).toMatchObject({ passed: 0, failed: 1 })
    expect(counted(0, { tests: [], files: [] })).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('countPlaywright', () => {
  it('names the file and the title of a flow', () => {
    const flow = (title: string, status: string) => ({
      title,
      file: 'guardians/office.spec.ts',
      tests: [{ projectName: 'light', status, results: [{ duration: 1500, error: { message: 'no heading' } }] }],
    })
    const specs = [
      flow('a clerk invites', 'expected'),
      flow('a clerk waits', 'flaky'),
      flow('a clerk fails', 'unexpected'),
    ]
    const counts = countPlaywright({
      stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
      errors: [],
      suites: [{ specs: [], suites: [{ specs }] }],
    })
    expect(counts.failures[0]).toContain('[light] guardians/office.spec.ts › a clerk fails\n      no heading')
    expect(counts.flaky).toEqual(['[light] guardians/office.spec.ts › a clerk waits'])
    expect(counts.seconds).toEqual({ 'guardians/office.spec.ts': 4.5 })
    expect(counts.passed).toBe(2)
  })
})
