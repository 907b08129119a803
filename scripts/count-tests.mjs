import { existsSync, readFileSync } from 'node:fs'
import { Trouble } from './processes.mjs'

/**
 * Adds the counts of a test report (Vitest's or Playwright's, as JSON) to `counts`.
 * @param {{ passed: number, failed: number }} counts
 * @param {string} report path of the report
 * @param {number} code exit code of the run: a file that cannot be loaded has no failed test
 */
export function addTests(counts, report, code) {
  if (!existsSync(report)) throw new Trouble('No test ran: see above.')
  const { numPassedTests, numFailedTests, stats } = JSON.parse(readFileSync(report, 'utf8'))
  const passed = numPassedTests ?? stats.expected + stats.flaky
  const failed = numFailedTests ?? stats.unexpected
  if (passed + failed === 0) throw new Trouble('No test ran: see above.')
  counts.passed += passed
  counts.failed += failed || (code === 0 ? 0 : 1)
}
