import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { FullConfig, Suite } from '@playwright/test/reporter'
import { afterEach, expect, it, vi } from 'vitest'
import FlakyFlows from './flaky-flows'

afterEach(() => vi.unstubAllEnvs())

it('writes the name of each flow that passed at its second try', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-flaky-flows-'))
  const file = path.join(folder, 'flaky.txt')
  vi.stubEnv('GATE_FLAKY', file)
  const flow = (title: string, outcome: string) => ({
    title,
    outcome: () => outcome,
    location: { file: '/clone/tests/exams/exams.spec.ts' },
    parent: { project: () => ({ name: 'light' }) },
  })
  const reporter = new FlakyFlows()
  reporter.onBegin(
    { rootDir: '/clone/tests' } as FullConfig,
    { allTests: () => [flow('a clerk waits', 'flaky'), flow('a clerk adds', 'expected')] } as unknown as Suite,
  )
  reporter.onEnd()
  expect(readFileSync(file, 'utf8')).toBe('[light] exams/exams.spec.ts › a clerk waits\n')
  rmSync(folder, { recursive: true })
})
