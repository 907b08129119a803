import { freePort } from '../../scripts/processes.mjs'
import { missedBy } from './figures.mjs'

const goals = { handed: 2, delivered: 10, imports: 15, payments: 10 }

/**
 * Times another school's work while one school has 50 imports and 10,000 mails waiting and the mail server takes 8 s
 * per mail. Runs two workers.
 */
export async function run(stage) {
  const tries = process.argv.find((word) => word.startsWith('--tries='))?.slice('--tries='.length) ?? '50'
  const port = await freePort()
  const provider = { PAYMENT_API_URL: `http://127.0.0.1:${port}` }
  const seen = await stage.run('tests/bench/neighbours.ts', [stage.folder, String(port), tries], provider)
  const p95 = (name) => at(seen[name], 0.95)
  const line = (name, what) =>
    `  ${what.padEnd(38)} ${at(seen[name], 0.5).toFixed(1).padStart(5)} ${p95(name).toFixed(1).padStart(6)} s, goal ≤ ${goals[name]}`
  console.log(`
another school, while one has 50 imports and 10,000 mails waiting: median and p95 of ${seen.handed.length} tries
${line('handed', 'password mail handed to the server')}
${line('delivered', 'password mail delivered (8 s a mail)')}
${line('imports', 'import of 20 rows checked')}
${line('payments', 'online payment settled')}
  meanwhile the busy school's own work: ${seen.progress.mails} mails sent, ${seen.progress.imports} imports checked
  mails a second when nothing holds them up: ${seen.mailsASecond.toFixed(0)}`)
  const stuck = seen.lost.payments + seen.lost.imports
  return [
    ...missedBy(
      'neighbours',
      Object.keys(goals).map((name) => ({ name, value: p95(name), goal: goals[name], unit: ' s' })),
    ),
    ...(stuck > 0 ? [`${stuck} payments or imports of the other school never came to an end`] : []),
    ...(seen.progress.mails > 0 && seen.progress.imports > 0 ? [] : ['the busy school got nothing done']),
  ]
}

function at(times, share) {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY
}
