import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase } from '~/database/database.server'
import { startWorker } from '~/jobs/loop.server'

/*
 * A worker for two kinds of job, which its two arguments name: the first kind kills the worker at once, the second
 * takes a while. SIGTERM ends the worker gracefully.
 */

const [killing = '', innocent = ''] = process.argv.slice(2)

const worker = startWorker({
  leaseSeconds: 1,
  handlers: {
    [killing]: async () => {
      await sleep(200)
      process.kill(process.pid, 'SIGKILL')
      await sleep(1_000)
    },
    [innocent]: () => sleep(400),
  },
})
process.once('SIGTERM', async () => {
  await worker.stop()
  await closeDatabase()
})
