import { cpus } from 'node:os'
import { addCounts, noCounts } from './counts.mjs'

/** Counts of this run so far. */
export const total = noCounts()
/** Stages with their durations, for the end of the output. */
const stages = []

/**
 * Minutes that a part of `npm run test:all` should take at most. A longer part is named at the end of the output but
 * does not fail, because its duration also depends on what else the machine does.
 */
const MAX_MINUTES = 75
/** Parts that took longer than `MAX_MINUTES`. */
const longParts = []

/** Counts a step and prints its line. */
export function tell(name, seconds, given) {
  const counts = { ...noCounts(), ...given }
  addCounts(total, { ...counts, failures: counts.failures.map((one) => `── ${name}: ${one}`) })
  const parts = ['failed', 'passed', 'skipped'].filter((key) => counts[key] > 0).map((key) => `${counts[key]} ${key}`)
  console.log(`── ${name}: ${parts.join(', ')} (${seconds.toFixed(1)} s)`)
}

/** Runs a stage and records its elapsed seconds and the seconds worked by all processors. */
export async function timed(name, work) {
  const began = { clock: Date.now(), processors: processorSeconds() }
  const result = await work()
  stages.push({ name, seconds: (Date.now() - began.clock) / 1000, processors: processorSeconds() - began.processors })
  return result
}

/** Prints the result of a part, and keeps its name for the end of the output when it took too long. */
export function tellPart(part, isGreen, minutes) {
  console.log(`── part ${part}: ${isGreen ? 'green' : 'not green'} (${minutes} minutes)`)
  if (minutes > MAX_MINUTES) longParts.push(`${part}: ${minutes} minutes`)
}

/** Seconds that this machine's processors have worked so far. A stage's share is exact only while nothing else runs. */
function processorSeconds() {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0) / 1000
}

/**
 * Prints the end of the output, in this order: parts that took too long, stages, slowest files, flaky tests, skipped
 * checks, failures, counts.
 */
export function report() {
  const block = (title, lines) => {
    if (lines.length > 0) console.log(`\n${title}\n${lines.join('\n')}`)
  }
  const seconds = (number) => `${number.toFixed(0)} s`.padStart(8)
  block(`WARNING: a part may take ${MAX_MINUTES} minutes. Move some of its checks to another part`, longParts)
  block(
    'Stages: by the clock, of the processors',
    [...stages, sumOf(stages)].map((one) => `${seconds(one.seconds)}${seconds(one.processors)}  ${one.name}`),
  )
  const slowest = Object.entries(total.seconds).sort(([, a], [, b]) => b - a)
  block(
    'Slowest ten files',
    slowest.slice(0, 10).map(([file, taken]) => `${seconds(taken)}  ${file}`),
  )
  block('Passed at the second try', total.flaky)
  block('Skipped', total.skips)
  block('Failed', total.failures)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
}

function sumOf(list) {
  const sum = (key) => list.reduce((all, one) => all + one[key], 0)
  return { name: 'together', seconds: sum('seconds'), processors: sum('processors') }
}
