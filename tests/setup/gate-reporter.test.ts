import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { TestModule } from 'vitest/node'
import GateReporter from './gate-reporter'

const folder = mkdtempSync(path.join(os.tmpdir(), 'shala-gate-reporter-'))
process.env.GATE_REPORT = path.join(folder, 'report.json')
delete process.env.GATE_FLAKY
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('reports a suite whose set-up failed as failed, in addition to its skipped tests', () => {
  const test = { fullName: 'moves > arrives', result: () => ({ state: 'skipped' }), diagnostic: () => undefined }
  const suites = [
    { fullName: 'moves', errors: () => [{ message: 'no set-up' }] },
    { fullName: 'stays', errors: () => [] },
  ]
  const module = {
    moduleId: '/clone/app/a.test.ts',
    project: { config: { root: '/clone' } },
    children: { allTests: () => [test], allSuites: () => suites },
    diagnostic: () => ({ duration: 2000 }),
    errors: () => [],
  }
  new GateReporter().onTestRunEnd([module as unknown as TestModule])
  const { tests } = JSON.parse(readFileSync(path.join(folder, 'report.json'), 'utf8'))
  expect(tests).toEqual([
    { file: 'app/a.test.ts', name: 'moves > arrives', state: 'skipped', isFlaky: false, reason: '' },
    { file: 'app/a.test.ts', name: 'moves', state: 'failed', isFlaky: false, reason: 'no set-up' },
  ])
})
