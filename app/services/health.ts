/** Failures in a row after which calls to a service pause for `restMs`. */
const failuresToRest = 3
const restMs = 30_000
/** Average duration of the last few answers above which a service counts as slow. */
const slowMs = 2_000
const forgottenMs = 15 * 60_000
/** Maximum number of listed services, limited by the size of the database row in which the worker reports them. */
const maxTroubles = 50

/**
 * Health of an external service as this process sees it. `resting`: several calls in a row failed, so calls pause for
 * half a minute; `trying`: the pause is over and the next answer decides.
 */
export type HealthState = 'fine' | 'slow' | 'resting' | 'trying'

/** Circuit breaker of one service: callers check it before a call and record the result. */
export class Health {
  private failures = 0
  private averageMs = 0
  private restsUntil = 0
  private lastAnswerAt: number

  constructor(private readonly now: () => number = Date.now) {
    this.lastAnswerAt = now()
  }

  /** Records that an answer arrived after this many milliseconds, whatever its content. */
  noteAnswer(ms: number): void {
    this.lastAnswerAt = this.now()
    this.failures = 0
    this.restsUntil = 0
    this.averageMs += (ms - this.averageMs) / 4
  }

  /** Records a missing answer, or an answer that only reports the service as unavailable. */
  noteSilence(): void {
    this.lastAnswerAt = this.now()
    this.failures += 1
    if (this.failures >= failuresToRest) this.restsUntil = this.now() + restMs
  }

  get state(): HealthState {
    if (this.failures >= failuresToRest) return this.restsUntil > this.now() ? 'resting' : 'trying'
    return this.averageMs > slowMs ? 'slow' : 'fine'
  }

  /** True when the last call is so long ago that the state is unknown. */
  get isForgotten(): boolean {
    return this.now() - this.lastAnswerAt > forgottenMs
  }

  /** Seconds until the next try; 0 when the service may be called now. */
  get restSeconds(): number {
    return this.state === 'resting' ? Math.ceil((this.restsUntil - this.now()) / 1000) : 0
  }
}

const all = new Map<string, Health>()

/** Returns the health of a service by its name: `mail`, `payments`, or a channel of a school (`sms 12`). */
export function healthOf(name: string): Health {
  const existingHealth = all.get(name)
  if (existingHealth) return existingHealth
  const health = new Health()
  all.set(name, health)
  return health
}

/** Lists services that are not fine, without those that were not called for a while, such as a removed channel. */
export function listTroubles(): { name: string; state: HealthState }[] {
  return [...all]
    .filter(([, { state, isForgotten }]) => state !== 'fine' && !isForgotten)
    .map(([name, { state }]) => ({ name, state }))
    .slice(0, maxTroubles)
}

/** Calls `ask` and records the result; `isSilent` returns true for an answer that did not come from the service. */
export async function recordHealth<T>(
  name: string,
  isSilent: (answer: T) => boolean,
  ask: () => Promise<T>,
): Promise<T> {
  const health = healthOf(name)
  const started = performance.now()
  const answer = await ask()
  if (isSilent(answer)) health.noteSilence()
  else health.noteAnswer(performance.now() - started)
  return answer
}
