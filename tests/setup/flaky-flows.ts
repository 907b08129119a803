import { appendFileSync } from 'node:fs'
import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter'

/** Appends the names of flaky flows to the file GATE_FLAKY, for runs whose flows the gate does not count one by one. */
export default class FlakyFlows implements Reporter {
  private folder = ''
  private all: () => TestCase[] = () => []

  onBegin(config: FullConfig, suite: Suite): void {
    this.folder = config.rootDir
    this.all = () => suite.allTests()
  }

  onEnd(): void {
    const flaky = this.all().filter((test) => test.outcome() === 'flaky')
    // Names the flows in the format of scripts/gate/counts.mjs.
    const names = flaky.map(
      (test) => `[${test.parent.project()?.name}] ${path.relative(this.folder, test.location.file)} › ${test.title}`,
    )
    if (process.env.GATE_FLAKY) appendFileSync(process.env.GATE_FLAKY, names.map((name) => `${name}\n`).join(''))
  }
}
