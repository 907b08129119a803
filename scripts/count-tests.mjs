import { existsSync, readFileSync } from 'node:fs'
import { Trouble } from './processes.mjs'

/**
 * Adds what the report of a test run says (Vitest's or Playwright's, as JSON) to `counts`.
 * @param {{ passed: number, failed: number }} counts
 * @param {string} report the file
 * @param {number} code how the run ended: what could not be loaded has no failed test
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
