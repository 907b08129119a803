import { type Asking, FairQueue, type QueueTerms } from './fair-queue'

/**
 * Why a program gave no answer: it took too long or too much memory, too many wait for it, this asker has questions enough waiting, or the program
 * threw (the cause says what).
 */
export type ProgramTroubleCode = 'too-slow' | 'too-large' | 'too-many' | 'own-share' | 'failed'

export class ProgramTrouble extends Error {
  constructor(
    readonly code: ProgramTroubleCode,
    options?: ErrorOptions,
  ) {
    super(`A program gave no answer: ${options?.cause instanceof Error ? options.cause.message : code}`, options)
  }
}

export const nobody: Asking = { owner: '', group: null }

/** Why a question would not be let into the queue; null where it would. */
export function whyNoTurn<Given>(
  queue: FairQueue<(given: Given) => void>,
  asking: Asking,
): 'too-many' | 'own-share' | null {
  const why = queue.whyNot(asking)
  return why === 'full' ? 'too-many' : why
}

/**
 * Waits in a queue until somebody gives what it waits for. An asker who leaves gives the turn up at once.
 * @throws ProgramTrouble where there is no room in the queue, or the signal's reason
 */
export function turnIn<Given>(
  queue: FairQueue<(given: Given) => void>,
  asking: Asking,
  signal?: AbortSignal,
): Promise<Given> {
  const why = whyNoTurn(queue, asking)
  if (why) throw new ProgramTrouble(why)
  return new Promise((resolve, reject) => {
    const leave = () => {
      giveUp()
      reject(signal?.reason)
    }
    const take = (given: Given) => {
      signal?.removeEventListener('abort', leave)
      resolve(given)
    }
    const giveUp = queue.add(take, asking, () => {
      signal?.removeEventListener('abort', leave)
      reject(new ProgramTrouble('own-share'))
    })
    signal?.addEventListener('abort', leave, { once: true })
  })
}

interface TurnTerms extends QueueTerms {
  /** How many may be at it at once: in all, of one owner, and of one group. */
  atOnce: { all: number; owner: number; group: number }
  /** How long somebody waits at most. */
  seconds: number
}

/** Turns at something that takes long, in this process: the owners one after the other, and each owner and group no more than its share. */
export class Turns {
  readonly #running = new Set<Asking>()
  readonly #waiting: FairQueue<(giveBack: () => void) => void>

  constructor(readonly terms: TurnTerms) {
    this.#waiting = new FairQueue(terms)
  }

  /**
   * Waits for a turn, and answers how it is given back.
   * @throws ProgramTrouble: `own-share` where the owner's or the group's own work did not end in time, `too-many` where that of others did not; or the
   * signal's reason
   */
  async take(asking: Asking, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#mayBegin(asking)) return this.#begin(asking)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), this.terms.seconds * 1000)
    const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
    try {
      return await turnIn(this.#waiting, asking, either)
    } catch (error) {
      throw late.signal.aborted && !signal?.aborted ? new ProgramTrouble(this.#reasonOf(asking)) : error
    } finally {
      clearTimeout(timer)
    }
  }

  /**
   * The same for what is not to wait.
   * @throws ProgramTrouble as above
   */
  takeNow(asking: Asking): () => void {
    if (!this.#mayBegin(asking)) throw new ProgramTrouble(this.#reasonOf(asking))
    return this.#begin(asking)
  }

  #begin(asking: Asking): () => void {
    // An object of its own, so that it can be given back once.
    const one = { ...asking }
    this.#running.add(one)
    return () => {
      if (this.#running.delete(one)) this.#callNext()
    }
  }

  #callNext(): void {
    const next = this.#waiting.nextOf((asking) => this.#mayBegin(asking))
    next?.thing(this.#begin(next))
  }

  #mayBegin(asking: Asking): boolean {
    return this.#running.size < this.terms.atOnce.all && !this.#hasItsShare(asking)
  }

  #hasItsShare({ owner, group }: Asking): boolean {
    const running = [...this.#running]
    const ofOwner = running.filter((one) => one.owner === owner).length
    const ofGroup = group === null ? 0 : running.filter((one) => one.group === group).length
    return ofOwner >= this.terms.atOnce.owner || ofGroup >= this.terms.atOnce.group
  }

  #reasonOf(asking: Asking): 'own-share' | 'too-many' {
    return this.#hasItsShare(asking) ? 'own-share' : 'too-many'
  }
}
