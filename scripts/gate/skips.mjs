/* Skipped tests that a complete run accepts. run-checks.mjs decides about skipped checks. */

/** Test files whose tests may be skipped in every run, with the reason. */
const NEED_OTHERS = { 'tests/cluster/cluster.test.ts': 'needs the servers of `npm run test:cluster`, in part `faults`' }

/** Test files of which a run on another database server or another machine covers only a rotating part. */
const TAKE_TURNS = [
  /^tests\/(reliability|faults|hostile)\//,
  /^tests\/languages\/add-a-language\./,
  /^tests\/guides\/execute-recipes\./,
]

/** Returns true when the tests of this file may be skipped. ALLOW_SKIPPED (comma-separated) names further files. */
export function mayBeSkipped(file, { inTurn }) {
  const named = (process.env.ALLOW_SKIPPED ?? '').split(',').filter(Boolean)
  return file in NEED_OTHERS || named.includes(file) || (inTurn && TAKE_TURNS.some((pattern) => pattern.test(file)))
}

/** In a complete run, turns each skipped test into a failure, unless it may be skipped. */
export function withoutSkips(counts) {
  const forbidden = counts.skips.filter((skip) => !mayBeSkipped(fileOf(skip), { inTurn: false }))
  return {
    ...counts,
    failed: counts.failed + forbidden.length,
    failures: [...counts.failures, ...forbidden.map((skip) => `${skip}: skipped, and nothing allows it`)],
  }
}

/** File of a line of `counts.skips`: `a.test.ts: 2 tests` or `[light] a.spec.ts › a title`. */
function fileOf(skip) {
  return skip.replace(/^\[[^\]]+\] /, '').split(/: | › /)[0]
}
