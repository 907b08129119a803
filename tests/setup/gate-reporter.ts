import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

interface TestRow {
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  isFlaky: boolean
  reason: string
}

/** Writes what the gate counts to the file GATE_REPORT: each test with its state, and the seconds of each file. */
export default class GateReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const report = process.env.GATE_REPORT
    if (!report) return
    const tests = modules.flatMap((module) => [...module.children.allTests()].map((test) => rowOf(module, test)))
    const files = modules.map((module) => ({
      file: pathOf(module),
      seconds: module.diagnostic().duration / 1000,
      errors: module.errors().map((error) => error.message),
    }))
    writeFileSync(report, JSON.stringify({ tests, files }))
  }
}

function rowOf(module: TestModule, test: TestCase): TestRow {
  const { state, errors } = test.result()
  return {
    file: pathOf(module),
    name: test.fullName,
    state: state === 'pending' ? 'skipped' : state,
    isFlaky: test.diagnostic()?.flaky ?? false,
    reason: errors?.[0]?.message ?? '',
  }
}

const pathOf = (module: TestModule) => path.relative(module.project.config.root, module.moduleId)
