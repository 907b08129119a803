import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { skippedFlows } from './gate/counts.mjs'
import { mayBeSkipped } from './gate/skips.mjs'
import { root, Trouble } from './processes.mjs'

/**
 * Adds the counts of a test report (Vitest's or Playwright's, as JSON) to `counts`. A skipped test counts as failed
 * unless it may be skipped.
 * @param {{ passed: number, failed: number, skipped?: number }} counts
 * @param {string} report path of the report
 * @param {number} code exit code of the run: the only sign of a file that could not be loaded, as it has no failed test
 * @param {object} [options]
 * @param {string} [options.clone] folder of the tests
 * @param {(test: { file: string, title: string }) => boolean} [options.maySkip]
 */
export function addTests(counts, report, code, { clone = root, maySkip = inTurn } = {}) {
  if (!existsSync(report)) throw new Trouble('No test ran: see above.')
  const content = JSON.parse(readFileSync(report, 'utf8'))
  const { numPassedTests, numFailedTests, stats } = content
  const passed = numPassedTests ?? stats.expected + stats.flaky
  const failed = numFailedTests ?? stats.unexpected
  if (passed + failed === 0) throw new Trouble('No test ran: see above.')
  const skips = stats ? skippedFlows(content) : skippedTests(content, clone)
  const forbidden = skips.filter((test) => !maySkip(test))
  for (const { file, title } of forbidden) console.error(`Skipped, and nothing allows it: ${file} › ${title}`)
  counts.passed += passed
  counts.failed += (failed || (code === 0 ? 0 : 1)) + forbidden.length
  counts.skipped = (counts.skipped ?? 0) + skips.length - forbidden.length
}

/** Arguments of Vitest for a run that `addTests` counts: its report, and the names of flaky tests for the gate. */
export const vitestArgs = (report, ...words) => [
  'run',
  ...['default', './tests/setup/gate-reporter.ts', 'json'].map((name) => `--reporter=${name}`),
  `--outputFile.json=${report}`,
  ...words,
]

/** Arguments and settings of Playwright for a run of light flows that `addTests` counts. */
export const lightFlows = (report) => ({
  args: ['test', '--project=light', '--reporter=line,json,./tests/setup/flaky-flows.ts'],
  settings: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
})

const inTurn = ({ file }) => mayBeSkipped(file, { inTurn: true })

function skippedTests({ testResults }, clone) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => ({ file: relative(clone, name), title: fullName })),
  )
}

/** The line of counts at the end of a check. */
export const lineOf = ({ passed, failed, skipped = 0 }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
