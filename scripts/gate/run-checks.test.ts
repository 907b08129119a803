import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DEEP_CHECKS } from './checks.mjs'
import { total } from './report.mjs'
import { deepCheck } from './run-checks.mjs'
import { runStep } from './steps.mjs'

vi.mock('./steps.mjs', () => ({ MINUTE: 60_000, runStep: vi.fn() }))

let workFolder: string
beforeEach(() => {
  workFolder = mkdtempSync(join(tmpdir(), 'shala-run-checks-'))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(workFolder, { recursive: true })
})

it('counts a skipped flow as a failure, although the run of the flows ended with code 0', async () => {
  const of = (title: string, status: string) => ({ title, file: 'e2e/pages.spec.ts', tests: [{ status, results: [] }] })
  const report = {
    stats: { expected: 1, flaky: 0, unexpected: 0, skipped: 1 },
    errors: [],
    suites: [{ specs: [of('axe finds nothing', 'expected'), of('a list waits', 'skipped')] }],
  }
  vi.mocked(runStep).mockImplementation(async ({ env }) => {
    const file = env?.PLAYWRIGHT_JSON_OUTPUT_FILE
    if (file) writeFileSync(file, JSON.stringify(report))
    return { code: 0, output: '', seconds: 1 }
  })
  const pages = DEEP_CHECKS.faults.find(({ name }) => name === 'every page in a browser')
  if (!pages) throw new Error('no check of the pages')
  await deepCheck(pages, { env: process.env, workFolder })
  expect(total).toMatchObject({ passed: 1, failed: 1 })
  expect(total.failures[0]).toContain('a list waits: skipped, and nothing allows it')
})
