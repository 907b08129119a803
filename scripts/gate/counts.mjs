import { readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export const noCounts = () => ({ passed: 0, failed: 0, skipped: 0, failures: [], flaky: [], skips: [], seconds: {} })

export function addCounts(total, counts) {
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counts[key] ?? 0
  for (const key of ['failures', 'flaky', 'skips']) total[key].push(...(counts[key] ?? []))
  for (const [file, taken] of Object.entries(counts.seconds ?? {}))
    total.seconds[file] = (total.seconds[file] ?? 0) + taken
}

/** Counts of a report. A runner that failed without a failed test, or without a report, counts as one failure. */
export function countsOf(code, file, count) {
  const counts = noCounts()
  try {
    Object.assign(counts, count(JSON.parse(readFileSync(file, 'utf8'))))
  } catch {
    counts.failed = 1
  }
  if (counts.failed === 0 && (code !== 0 || counts.passed === 0)) counts.failed = 1
  if (counts.failed > 0 && counts.failures.length === 0)
    counts.failures = [`it ended with code ${code}, without a failed test`]
  return counts
}

/** Counts the report of tests/setup/gate-reporter.ts. */
export function countVitest({ tests, files }) {
  const named = ({ file, name }) => `${file} › ${name}`
  const of = (state) => tests.filter((test) => test.state === state)
  // A file that could not be loaded counts as one more failure, because none of its tests ran.
  const broken = files.filter(({ errors }) => errors.length > 0)
  return {
    passed: of('passed').length,
    failed: of('failed').length + broken.length,
    skipped: of('skipped').length,
    flaky: tests.filter(({ isFlaky }) => isFlaky).map(named),
    skips: byFile(of('skipped')),
    seconds: Object.fromEntries(files.map(({ file, seconds }) => [file, seconds])),
    failures: [
      ...broken.map(({ file, errors }) => failure(file, errors[0])),
      ...of('failed').map((test) => failure(named(test), test.reason)),
    ],
  }
}

/** Lists skipped tests as one line per file, because a file that does not run this time skips all its tests. */
function byFile(tests) {
  const counts = {}
  for (const { file } of tests) counts[file] = (counts[file] ?? 0) + 1
  return Object.entries(counts).map(([file, count]) => `${file}: ${count} ${count === 1 ? 'test' : 'tests'}`)
}

export function countPlaywright({ stats, errors, suites }) {
  const flows = flowsOf(suites)
  const named = (flow) => `[${flow.projectName}] ${flow.file} › ${flow.title}`
  const seconds = {}
  for (const flow of flows)
    for (const { duration } of flow.results) seconds[flow.file] = (seconds[flow.file] ?? 0) + duration / 1000
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
    flaky: flows.filter(({ status }) => status === 'flaky').map(named),
    skips: flows.filter(({ status }) => status === 'skipped').map(named),
    seconds,
    failures: [
      ...flows
        .filter(({ status }) => status === 'unexpected')
        .map((flow) => failure(named(flow), flow.results.at(-1)?.error?.message)),
      ...errors.map((error) => failure('outside of the flows', error.message)),
    ],
  }
}

/** Skipped flows of a Playwright report. */
export function skippedFlows({ suites }) {
  return flowsOf(suites)
    .filter(({ status }) => status === 'skipped')
    .map(({ file, title }) => ({ file, title }))
}

function flowsOf(suites = []) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap(({ title, file, tests }) => tests.map((test) => ({ title, file, ...test }))),
    ...flowsOf(suite.suites),
  ])
}

/** Joins a title and the first lines of the reason. */
export function failure(title, reason) {
  const lines = stripVTControlCharacters(reason ?? '')
    .trim()
    .split('\n', 6)
  return `${title}\n      ${lines.join('\n      ').slice(0, 800)}`
}
