import { FairQueue, type QueueOwner, type QueueTerms } from './fair-queue'

/**
 * Why a program returned no answer: too much time or memory, too many waiting requests in total or from this owner, a
 * process that did not start (the machine is busy, so a retry may succeed), or an exception (see the cause).
 */
export type ProgramTroubleCode = 'not-started' | 'too-slow' | 'too-large' | 'too-many' | 'own-share' | 'failed'

export class ProgramTrouble extends Error {
  constructor(
    readonly code: ProgramTroubleCode,
    options?: ErrorOptions,
  ) {
    super(`A program gave no answer: ${options?.cause instanceof Error ? options.cause.message : code}`, options)
  }
}

export const noOwner: QueueOwner = { owner: '', group: null }

/** Returns the reason why a request would not enter the queue; null if it would. */
export function turnRefusal<Given>(
  queue: FairQueue<(resource: Given) => void>,
  asking: QueueOwner,
): 'too-many' | 'own-share' | null {
  const why = queue.whyNot(asking)
  return why === 'full' ? 'too-many' : why
}

/**
 * Waits in a queue for a resource. A client that leaves gives up its turn at once.
 * @throws ProgramTrouble when the queue has no room, or the signal's reason
 */
export function turnIn<Given>(
  queue: FairQueue<(resource: Given) => void>,
  asking: QueueOwner,
  signal?: AbortSignal,
): Promise<Given> {
  const why = turnRefusal(queue, asking)
  if (why) throw new ProgramTrouble(why)
  return new Promise((resolve, reject) => {
    const leave = () => {
      giveUp()
      reject(signal?.reason)
    }
    const take = (resource: Given) => {
      signal?.removeEventListener('abort', leave)
      resolve(resource)
    }
    const giveUp = queue.add(take, asking, () => {
      signal?.removeEventListener('abort', leave)
      reject(new ProgramTrouble('own-share'))
    })
    signal?.addEventListener('abort', leave, { once: true })
  })
}

interface TurnTerms extends QueueTerms {
  /** Limits of simultaneous turns: in total, per owner, and per group. */
  atOnce: { all: number; owner: number; group: number }
  /** Maximum waiting time. */
  seconds: number
}

/** Admits requests to a long operation in this process: owners take turns; each owner and group has a limited share. */
export class Turns {
  readonly #running = new Set<QueueOwner>()
  readonly #waiting: FairQueue<(giveBack: () => void) => void>

  constructor(readonly terms: TurnTerms) {
    this.#waiting = new FairQueue(terms)
  }

  /**
   * Waits for a turn and returns the function that releases it.
   * @throws ProgramTrouble `own-share` when the work of the same owner or group did not end in time, or `too-many` when
   * other work did not; or the signal's reason
   */
  async take(asking: QueueOwner, signal?: AbortSignal): Promise<() => void> {
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
   * Takes a turn at once if one is free.
   * @throws ProgramTrouble with the codes of `take` if none is free
   */
  takeNow(asking: QueueOwner): () => void {
    if (!this.#mayBegin(asking)) throw new ProgramTrouble(this.#reasonOf(asking))
    return this.#begin(asking)
  }

  #begin(asking: QueueOwner): () => void {
    // A new object per turn, so that a turn is released only once.
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

  #mayBegin(asking: QueueOwner): boolean {
    return this.#running.size < this.terms.atOnce.all && !this.#hasItsShare(asking)
  }

  #hasItsShare({ owner, group }: QueueOwner): boolean {
    const running = [...this.#running]
    const ofOwner = running.filter((one) => one.owner === owner).length
    const ofGroup = group === null ? 0 : running.filter((one) => one.group === group).length
    return ofOwner >= this.terms.atOnce.owner || ofGroup >= this.terms.atOnce.group
  }

  #reasonOf(asking: QueueOwner): 'own-share' | 'too-many' {
    return this.#hasItsShare(asking) ? 'own-share' : 'too-many'
  }
}
