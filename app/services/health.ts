/** So many failures in a row, and a service rests. */
const failuresToRest = 3
const restMs = 30_000
/** An answer that takes longer, on average of the last few, is slow. */
const slowMs = 2_000
const forgottenMs = 15 * 60_000
/** More would not fit into the worker's row. */
const mostTroubles = 50

/**
 * How a service outside treats this process. `resting`: it did not answer several times in a row and is left alone for half a minute; `trying`:
 * the rest is over, and the next answer decides.
 */
export type HealthState = 'fine' | 'slow' | 'resting' | 'trying'

/** The circuit breaker of one service: whoever asks it notes the answer, and looks here before the next one. */
export class Health {
  private failures = 0
  private averageMs = 0
  private restsUntil = 0
  private lastAnswerAt: number

  constructor(private readonly now: () => number = Date.now) {
    this.lastAnswerAt = now()
  }

  /** It answered, whatever it said, after so many milliseconds. */
  noteAnswer(ms: number): void {
    this.lastAnswerAt = this.now()
    this.failures = 0
    this.restsUntil = 0
    this.averageMs += (ms - this.averageMs) / 4
  }

  /** It did not answer, or only that it cannot. */
  noteSilence(): void {
    this.lastAnswerAt = this.now()
    this.failures += 1
    if (this.failures >= failuresToRest) this.restsUntil = this.now() + restMs
  }

  get state(): HealthState {
    if (this.failures >= failuresToRest) return this.restsUntil > this.now() ? 'resting' : 'trying'
    return this.averageMs > slowMs ? 'slow' : 'fine'
  }

  /** Nobody has asked it for so long that its state is unknown. */
  get isForgotten(): boolean {
    return this.now() - this.lastAnswerAt > forgottenMs
  }

  /** Seconds until it is tried again; 0 where it may be asked now. */
  get restSeconds(): number {
    return this.state === 'resting' ? Math.ceil((this.restsUntil - this.now()) / 1000) : 0
  }
}

const all = new Map<string, Health>()

/** The health of a service by its name: `mail`, `payments`, or a channel of a school (`sms 12`). */
export function healthOf(name: string): Health {
  const known = all.get(name)
  if (known) return known
  const health = new Health()
  all.set(name, health)
  return health
}

/** The services that are not fine, by name, without those that nobody has asked for a while, such as a channel that was removed. */
export function listTroubles(): { name: string; state: HealthState }[] {
  return [...all]
    .filter(([, { state, isForgotten }]) => state !== 'fine' && !isForgotten)
    .map(([name, { state }]) => ({ name, state }))
    .slice(0, mostTroubles)
}

/** Notes how `ask` went; `isSilent` says of an answer that the service did not give it. */
export async function noting<T>(name: string, isSilent: (answer: T) => boolean, ask: () => Promise<T>): Promise<T> {
  const health = healthOf(name)
  const started = performance.now()
  const answer = await ask()
  if (isSilent(answer)) health.noteSilence()
  else health.noteAnswer(performance.now() - started)
  return answer
}
