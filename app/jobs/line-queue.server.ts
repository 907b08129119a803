import { claimJob, type LeasedJob, type Lessee } from '~/models/outbox/job-queue.server'
import { systemScope } from '~/models/shared/scope.server'
import { Bell } from './bell'
import type { Line } from './lines'

/** For so long a school that had more than one slot counts as the only one with work. */
const aloneMs = 200

/**
 * The jobs of one line that one worker takes: schools take turns, and while others wait a school has one of the line's slots. Of its imports, which
 * take the processor, a school never has more than one.
 */
export class LineQueue {
  readonly bell = new Bell()
  /** Schools whose jobs run here, 0 for the installation: as often as they have a job. */
  private readonly running: number[] = []
  private after = 0
  /** Until then the school served last is asked for alone: a short statement for long work. */
  private aloneUntil = 0
  private claims: Promise<unknown> = Promise.resolve()

  constructor(
    readonly line: Line,
    private readonly lessee: Lessee,
    private readonly slotsOf: (line: Line) => number,
  ) {}

  /** Takes a job and runs it; false where there is none for this slot. */
  async takeNext(run: (job: LeasedJob) => Promise<void>): Promise<boolean> {
    const job = await this.oneByOne(() => this.claim())
    if (!job) return false
    // There may be more, for a slot that sleeps.
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
    if (running.length >= this.slotsOf(line)) return null
    const turn = { class: line.class, lane: line.lane, after, busy: running, mayShare: line.lane !== 'import' }
    const isAlone = this.aloneUntil > performance.now()
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

  /** Each claim knows what the one before has taken. */
  private oneByOne<T>(work: () => Promise<T>): Promise<T> {
    const next = this.claims.then(work)
    this.claims = next.catch(() => undefined)
    return next
  }
}
