import { randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseGone } from '~/database/errors.server'
import {
  claimLostJob,
  completeJob,
  findLinesWithWork,
  hasLostJob,
  type LeasedJob,
  type Lessee,
  putBackJob,
  renewLease,
} from '~/models/core/outbox/job-queue.server'
import { leaseSeconds } from '~/models/core/outbox/patience'
import { schoolScope, systemActor, systemScope } from '~/models/core/shared/scope.server'
import { log, loggable, shortReason } from '~/services/log.server'
import type { JobHandler, JobPayload } from './job.server'
import { LineQueue } from './line-queue.server'
import { type Line, lines } from './lines'
import { SideBySide } from './side-by-side'

/** Work without a job: runs at the start and then at intervals. Several workers may run it concurrently. */
export interface PeriodicTask {
  name: string
  everySeconds: number
  run: () => Promise<unknown>
}

export interface WorkerOptions {
  handlers: Readonly<Record<string, JobHandler>>
  /** Handlers by job kind that notify people when a job is given up. The log records such a job in any case. */
  givenUp?: Readonly<Record<string, JobHandler>>
  tasks?: readonly PeriodicTask[]
  /** Reports regularly, under the worker's name, that it is alive. */
  alive?: { everySeconds: number; tell: (name: string) => Promise<unknown> }
  /** Maximum number of jobs of one queue (`Line`) that this process may currently run at once; `slots` by default. */
  slotsOf?: (line: Line) => number
  /** Lifetime of a lease after its last renewal; a dead worker's job waits that long for another worker. */
  leaseSeconds?: number
}

export interface RunningWorker {
  /** The worker's name in its leases. */
  name: string
  /** Stops claiming jobs, and resolves when the current ones are finished. */
  stop: () => Promise<void>
}

const minIdleMs = 500
const maxIdleMs = 1_000
const maxOutageMs = 10_000

/** Claims and runs jobs until stopped. Waits while the database is unreachable. */
export function startWorker(options: WorkerOptions): RunningWorker {
  const stopping = new AbortController()
  // Every sleeping slot and task listens; Node would report more than ten listeners as a leak.
  setMaxListeners(0, stopping.signal)
  const lessee: Lessee = {
    name: `${os.hostname().slice(0, 30)}:${process.pid}:${randomBytes(6).toString('hex')}`,
    kinds: Object.keys(options.handlers),
    leaseSeconds: options.leaseSeconds ?? leaseSeconds,
  }
  const sideBySide = new SideBySide()
  const queues = lines.map((line) => new LineQueue(line, lessee, options.slotsOf ?? (({ slots }) => slots)))
  const runNext = (queue: LineQueue) => {
    const take = () => queue.takeNext((job) => runJob(lessee, job, options))
    return mayEndWorker(queue.line) ? sideBySide.run(take) : take()
  }
  const runLost = () => sideBySide.runAlone(() => runLostJob(lessee, options, stopping.signal))
  const slots = queues.flatMap((queue) =>
    Array.from({ length: queue.line.slots }, () => runSlot(queue, runNext, stopping.signal)),
  )
  const scouts = [ringForWork(queues, stopping.signal), takeOver(lessee, runLost, stopping.signal)]
  const { alive, tasks: others = [] } = options
  const signs = alive ? [{ ...alive, name: 'alive', run: () => alive.tell(lessee.name) }] : []
  const tasks = [...others, ...signs].map((task) => runTask(task, stopping.signal))
  return {
    name: lessee.name,
    stop: async () => {
      stopping.abort()
      for (const queue of queues) queue.bell.close()
      await Promise.all([...slots, ...scouts, ...tasks])
    },
  }
}

/** Runs one slot of a queue: sleeps until `ringForWork` wakes it, then runs jobs until there are none. */
async function runSlot(
  queue: LineQueue,
  runNext: (queue: LineQueue) => Promise<boolean>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    await queue.bell.wait()
    await untilReached(stop, async () => {
      while (!stop.aborted && (await runNext(queue)));
    })
  }
}

/** Polls for queues that have jobs, and wakes their slots. */
async function ringForWork(queues: readonly LineQueue[], stop: AbortSignal): Promise<void> {
  let idleMs = minIdleMs
  while (!stop.aborted) {
    await untilReached(stop, async () => {
      const waiting = await findLinesWithWork(systemScope(), lines)
      for (const queue of queues) if (waiting.has(queue.line)) queue.bell.ring()
      idleMs = waiting.size > 0 ? minIdleMs : Math.min(idleMs * 1.5, maxIdleMs)
    })
    await pause(idleMs, stop)
  }
}

/** Runs jobs whose leases expired because their workers ended. Only the queues of `mayEndWorker` pause for them. */
async function takeOver(lessee: Lessee, runLost: () => Promise<boolean>, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await untilReached(stop, async () => {
      while (!stop.aborted && (await hasLostJob(systemScope(), lessee)) && (await runLost()));
    })
    await pause(maxIdleMs, stop)
  }
}

/** Retries until the database responds, with a growing pause. */
async function untilReached(stop: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (let outageMs = minIdleMs; !stop.aborted; outageMs = Math.min(outageMs * 2, maxOutageMs)) {
    try {
      return await work()
    } catch (error) {
      log().error({ error: loggable(error), retryMs: outageMs }, 'the queue is out of reach')
      await pause(outageMs, stop)
    }
  }
}

/**
 * Queues whose jobs use much memory: imports and papers. Their jobs do not run at the same time as a job that may have
 * ended its worker. Jobs that send mails or messages continue.
 */
const mayEndWorker = ({ lane }: Line) => lane === 'work' || lane === 'import'

/** Runs a job whose worker ended; returns false when there is none. */
async function runLostJob(lessee: Lessee, options: WorkerOptions, stop: AbortSignal): Promise<boolean> {
  const lost = stop.aborted ? null : await claimLostJob(systemScope(), lessee)
  if (lost?.isGivenUp) await tellGivenUp(lost.job, options, 'The worker ended while it ran')
  else if (lost) await runJob(lessee, lost.job, options)
  return lost !== null
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
  return handler(payload, schoolId === null ? null : schoolScope(schoolId, systemActor))
}

async function tellGivenUp(job: LeasedJob, options: WorkerOptions, reason: string): Promise<void> {
  log().error({ job: job.id, kind: job.kind, attempt: job.attempt, reason }, 'job given up')
  const tell = options.givenUp?.[job.kind]
  if (tell) await handle(tell, job)
}

/** Renews a job's lease every third of its duration, so that the lease survives a failed renewal. */
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
 * Records a job's outcome. Retries for a while when the database is unreachable, so that finished work is not repeated;
 * after that the lease expires and another worker takes over the job.
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
      // After a failure, retry even an hourly task within a minute. While the database is unreachable, pause for
      // `maxOutageMs`, so that frequent tasks do not fill the log.
      pauseMs = isDatabaseGone(error) ? maxOutageMs : Math.min(pauseMs, 60_000)
    }
    await pause(pauseMs, stop)
  }
}

async function pause(ms: number, stop: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stop }).catch(() => {})
}
