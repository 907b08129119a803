import { claimJob, type LeasedJob, type Lessee } from '~/models/core/outbox/job-queue.server'
import { systemScope } from '~/models/core/shared/scope.server'
import { Bell } from './bell'
import type { Line } from './lines'

/** Milliseconds for which a school that got a second slot is assumed to be the only one with jobs. */
const aloneMs = 200

/**
 * Claims this worker's jobs of one line (class and lane). Schools take turns; while others wait, a school gets only one
 * of the line's slots. If the line keeps its last free slot for others, a school with a running job never gets it, and
 * no school runs more than one import at a time, since imports use the processor.
 */
export class LineQueue {
  readonly bell = new Bell()
  /** School of each running job (0 for the installation), one entry per job. */
  private readonly running: number[] = []
  private after = 0
  /**
   * Until this time (by `performance.now()`), a claim first looks only for jobs of the school served last, because that
   * statement is faster.
   */
  private aloneUntil = 0
  private claims: Promise<unknown> = Promise.resolve()

  constructor(
    readonly line: Line,
    private readonly lessee: Lessee,
    private readonly slotsOf: (line: Line) => number,
  ) {}

  /** Claims a job and runs it; returns false when there is none for this slot. */
  async takeNext(run: (job: LeasedJob) => Promise<void>): Promise<boolean> {
    const job = await this.oneByOne(() => this.claim())
    if (!job) return false
    // Wake a sleeping slot: there may be more jobs.
    this.bell.ring()
    try {
      await run(job)
    } finally {
      this.running.splice(this.running.indexOf(job.schoolId ?? 0), 1)
    }
    return true
  }

  private async claim(): Promise<LeasedJob | null> {
    const { line, running, after } = this
    const free = this.slotsOf(line) - running.length
    if (free < 1) return null
    const mayShare = line.lane !== 'import' && (free > 1 || !line.keepsSlotForOthers)
    const turn = { class: line.class, lane: line.lane, after, busy: running, mayShare }
    const isAlone = mayShare && this.aloneUntil > performance.now()
    const ofAlone = isAlone ? await claimJob(systemScope(), this.lessee, { ...turn, only: after }) : null
    const job = ofAlone ?? (await claimJob(systemScope(), this.lessee, turn))
    if (job && !ofAlone) {
      const isSecond = running.includes(job.schoolId ?? 0)
      this.aloneUntil = isSecond ? performance.now() + aloneMs : 0
    }
    if (job) {
      this.after = job.schoolId ?? 0
      this.running.push(this.after)
    }
    return job
  }

  /** Serializes claims, so that each sees the previous one's result. */
  private oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const next = this.claims.then(work)
    this.claims = next.catch(() => undefined)
    return next
  }
}
