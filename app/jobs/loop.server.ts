import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { workFor } from '~/database/database.server'
import { isDatabaseGone } from '~/database/errors.server'
import {
  claimJob,
  claimLostJob,
  completeJob,
  hasLostJob,
  type LeasedJob,
  type Lessee,
  putBackJob,
  renewLease,
} from '~/models/outbox/job-queue.server'
import { schoolScope, systemActor, systemScope } from '~/models/shared/scope.server'
import { log, loggable, shortReason } from '~/services/log.server'
import type { JobHandler, JobPayload } from './job.server'
import { SideBySide } from './side-by-side'

/** Work that nobody enqueues: done once at the start and then every so often. Several workers may do it at once. */
export interface PeriodicTask {
  name: string
  everySeconds: number
  run: () => Promise<unknown>
}

export interface WorkerOptions {
  handlers: Readonly<Record<string, JobHandler>>
  /** What tells people that a job of this kind was given up; it is in the log either way. */
  givenUp?: Readonly<Record<string, JobHandler>>
  tasks?: readonly PeriodicTask[]
  /** Jobs that this process runs side by side, so that a slow payment provider does not hold up the mail. */
  lanes?: number
  /** A lease lives this long beyond its last renewal; a dead worker's job waits that long for another. */
  leaseSeconds?: number
}

export interface RunningWorker {
  /** Takes no new job, finishes those in hand, and is done then. */
  stop: () => Promise<void>
}

const minIdleMs = 500
const maxIdleMs = 2_000
const maxOutageMs = 10_000

/** Leases jobs and runs them until it is stopped. A database out of reach only makes it wait. */
export function startWorker(options: WorkerOptions): RunningWorker {
  const stopping = new AbortController()
  // Every lane and task that sleeps listens, which is more than the ten that Node takes for a leak.
  setMaxListeners(0, stopping.signal)
  const lessee: Lessee = {
    name: `${os.hostname().slice(0, 30)}:${process.pid}:${randomBytes(6).toString('hex')}`,
    kinds: Object.keys(options.handlers),
    leaseSeconds: options.leaseSeconds ?? 60,
  }
  const sideBySide = new SideBySide()
  const lanes = Array.from({ length: options.lanes ?? 3 }, () => runLane(lessee, options, sideBySide, stopping.signal))
  const tasks = (options.tasks ?? []).map((task) => runTask(task, stopping.signal))
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([...lanes, ...tasks])
    },
  }
}

async function runLane(
  lessee: Lessee,
  options: WorkerOptions,
  sideBySide: SideBySide,
  stop: AbortSignal,
): Promise<void> {
  let idleMs = minIdleMs
  let outageMs = minIdleMs
  const runNext = async () => {
    const job = await claimJob(systemScope(), lessee)
    if (job) await runJob(lessee, job, options)
    return job !== null
  }
  const runLost = async () => {
    const lost = stop.aborted ? null : await claimLostJob(systemScope(), lessee)
    if (lost?.isGivenUp) await tellGivenUp(lost.job, options, 'The worker ended while it ran')
    else if (lost) await runJob(lessee, lost.job, options)
    return lost !== null
  }
  while (!stop.aborted) {
    try {
      const ran =
        (await sideBySide.run(runNext)) ||
        ((await hasLostJob(systemScope(), lessee)) && (await sideBySide.runAlone(runLost)))
      outageMs = minIdleMs
      if (ran) idleMs = minIdleMs
      else {
        await pause(idleMs, stop)
        idleMs = Math.min(idleMs * 1.5, maxIdleMs)
      }
    } catch (error) {
      log().error({ error: loggable(error), retryMs: outageMs }, 'the queue is out of reach')
      await pause(outageMs, stop)
      outageMs = Math.min(outageMs * 2, maxOutageMs)
    }
  }
}

async function runJob(lessee: Lessee, job: LeasedJob, options: WorkerOptions): Promise<void> {
  const about = { job: job.id, kind: job.kind, attempt: job.attempt }
  const started = performance.now()
  const renewal = keepLease(lessee, job)
  let failure: { error: unknown } | null = null
  try {
    const handler = options.handlers[job.kind]
    if (!handler) throw new Error('No handler for this kind of job')
    await handle(handler, job)
  } catch (error) {
    failure = { error }
  } finally {
    clearInterval(renewal)
  }
  const ms = Math.round(performance.now() - started)
  if (failure) {
    const { error } = failure
    log().warn({ ...about, ms, error: loggable(error) }, 'job failed')
    const isGivenUp = await untilSaid(() => putBackJob(systemScope(), lessee, job, shortReason(error)))
    if (isGivenUp) await tellGivenUp(job, options, shortReason(error))
    return
  }
  const ours = await untilSaid(() => completeJob(systemScope(), lessee, job))
  if (ours) log().info({ ...about, ms }, 'job done')
  else log().warn({ ...about, ms }, 'job done after its lease had run out')
}

function handle(handler: JobHandler, job: LeasedJob): Promise<void> {
  const payload = JSON.parse(job.payload) as JobPayload
  const { schoolId } = job
  return schoolId === null
    ? handler(payload, null)
    : workFor(schoolId, () => handler(payload, schoolScope(schoolId, systemActor)))
}

async function tellGivenUp(job: LeasedJob, options: WorkerOptions, reason: string): Promise<void> {
  log().error({ job: job.id, kind: job.kind, attempt: job.attempt, reason }, 'job given up')
  const tell = options.givenUp?.[job.kind]
  if (tell) await handle(tell, job)
}

/** Renews three times in a lease, so that one lost answer does not cost it. */
function keepLease(lessee: Lessee, job: LeasedJob): NodeJS.Timeout {
  return setInterval(
    () => {
      renewLease(systemScope(), lessee, job).catch((error: unknown) => {
        log().warn({ job: job.id, error: loggable(error) }, 'lease not renewed')
      })
    },
    (lessee.leaseSeconds * 1000) / 3,
  )
}

/**
 * Writes a job's outcome, trying for a while when the database is out of reach: what is done shall not be done again for
 * that. In the end the lease runs out and the job is taken over.
 */
async function untilSaid<T>(write: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!isDatabaseGone(error) || attempt === 8) throw error
      await sleep(minIdleMs * attempt)
    }
  }
}

async function runTask(task: PeriodicTask, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    let pauseMs = task.everySeconds * 1000
    try {
      await task.run()
    } catch (error) {
      log().error({ task: task.name, error: loggable(error) }, 'periodic work failed')
      // An hourly task is not put off for an hour, and one of every other second does not fill the log.
      pauseMs = isDatabaseGone(error) ? maxOutageMs : Math.min(pauseMs, 60_000)
    }
    await pause(pauseMs, stop)
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {})
}
