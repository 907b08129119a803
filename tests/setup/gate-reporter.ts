import { appendFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'

interface TestRow {
  file: string
  name: string
  state: 'passed' | 'failed' | 'skipped'
  isFlaky: boolean
  reason: string
}

/**
 * Writes the results that the gate counts to the file GATE_REPORT: each test with its state, and the seconds of each
 * file. Appends the names of flaky tests to the file GATE_FLAKY, for runs whose tests the gate does not count one by
 * one.
 */
export default class GateReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const tests = modules.flatMap((module) => [
      ...[...module.children.allTests()].map((test) => rowOf(module, test)),
      ...[...module.children.allSuites()].flatMap((suite) => failureOf(module, suite)),
    ])
    const { GATE_REPORT: report, GATE_FLAKY: flaky } = process.env
    for (const { file, name, isFlaky, reason } of tests)
      if (isFlaky) console.log(`Passed at the second try: ${file} › ${name}\n  the first: ${reason}`)
    if (flaky)
      appendFileSync(flaky, tests.flatMap(({ file, name, isFlaky }) => (isFlaky ? `${file} › ${name}\n` : '')).join(''))
    if (!report) return
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

/** Reports a suite whose set-up or clean-up failed. Vitest itself only reports the suite's tests as skipped. */
function failureOf(module: TestModule, suite: TestSuite): TestRow[] {
  const [error] = suite.errors()
  if (!error) return []
  return [{ file: pathOf(module), name: suite.fullName, state: 'failed', isFlaky: false, reason: error.message }]
}

const pathOf = (module: TestModule) => path.relative(module.project.config.root, module.moduleId)
