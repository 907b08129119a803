import { missedBy } from './figures.mjs'
import { at } from './import.mjs'

const goals = { page: 1_000, whole: 30, memory: 128 }

/** Undoes imports of 10,000 students, 10,000 dues and 5,000 payments through the real worker. */
export async function run(stage) {
  const app = await stage.startApp(false)
  const worker = stage.startWorker()
  const { undos } = await stage.run('tests/bench/undo.ts', [app.url, String(worker.pid), worker.log])
  console.log(`\nundo of imports through the worker (goals: page p95 ≤ ${goals.page} ms, whole ≤ ${goals.whole} s)`)
  const figures = undos.flatMap(({ kind, rows, views, planStatements, press, waited, job, statements, memoryMb }) => {
    const page = at(views, 0.95)
    console.log(`  ${kind.padEnd(14)}${rows} things
    page             ${at(views, 0.5).toFixed(0)} ms, p95 ${page.toFixed(0)} ms, ${planStatements} statements
    pressed          ${press.toFixed(2)} s
    worker           ${job.toFixed(2)} s, ${statements} statements with those of the press; done ${waited.toFixed(2)} s after the press
    memory           +${memoryMb.toFixed(0)} MB at most`)
    return [
      { name: `page of ${kind}, p95`, value: page, goal: goals.page, unit: ' ms' },
      { name: `whole undo of ${kind}`, value: press + waited, goal: goals.whole, unit: ' s' },
      { name: `memory of the worker, ${kind}`, value: memoryMb, goal: goals.memory, unit: ' MB' },
    ]
  })
  return missedBy('undo', figures)
}
