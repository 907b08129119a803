import { missedBy } from './figures.mjs'

const goals = { check: 3, commit: 2, page: 300, memory: 64 }

/**
 * Imports messy files of 10,000 students through the real worker, while pages of this school and another are opened
 * (twenty a second, an open loop).
 */
export async function run(stage) {
  const app = await stage.startApp(false)
  const worker = stage.startWorker()
  const seen = await stage.run('tests/bench/import.ts', [app.url, String(worker.pid), worker.log])
  const { counts, repeated, waited, times } = seen
  const [check, commit] = [at(seen.check, 0.5), at(seen.commit, 0.5)]
  const all = (name) => `(${seen[name].map((seconds) => seconds.toFixed(2)).join(', ')})`
  const wait = (name) => Math.max(...waited.map((one) => one[name])).toFixed(2)
  console.log(`
import of ${seen.rows} messy rows (CSV): ${counts.new} new, ${counts.rejected} rejected, each with its reason
  check                ${check.toFixed(2)} s of the worker ${all('check')}, goal ≤ ${goals.check}; at most ${wait('check')} s after the upload it was told
  commit               ${commit.toFixed(2)} s of the worker ${all('commit')}, goal ≤ ${goals.commit}; at most ${wait('commit')} s after the press it was told
  of it our own work   ${seen.cpuSeconds.toFixed(2)} s of processor in the worker, both together
  bare multi-row insert ${seen.bareSeconds.toFixed(2)} s: both together ${((check + commit) / seen.bareSeconds).toFixed(1)} times that
  memory               +${seen.memoryMb.toFixed(0)} MB at most (goal ≤ ${goals.memory})
  the same file again  ${seen.repeat.toFixed(2)} s: ${repeated.unchanged} unchanged, ${repeated.new + repeated.changed} to write`)
  const page = (name) => {
    const figures = [0.5, 0.95, 1].map((share) => at(times[name], share).toFixed(0).padStart(5))
    return `  ${name.padEnd(21)}${figures.join(' ')} ms, ${times[name].length} pages`
  }
  console.log(
    `pages meanwhile, median, p95 and longest (goal p95 ≤ ${goals.page})\n${['alone', 'check', 'commit'].map(page).join('\n')}`,
  )
  const pages = at([...times.check, ...times.commit], 0.95)
  return missedBy('import', [
    { name: 'check', value: check, goal: goals.check, unit: ' s' },
    { name: 'commit', value: commit, goal: goals.commit, unit: ' s' },
    { name: 'pages meanwhile, p95', value: pages, goal: goals.page, unit: ' ms' },
    { name: 'memory of the worker', value: seen.memoryMb, goal: goals.memory, unit: ' MB' },
  ])
}

/** Percentile of the times: `share` 0.95 returns the value that 95 % of them do not exceed. */
export function at(times, share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
