import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { env } from '~/env.server'
import type { Said } from './answer-as-thread.server'

/** Why a thread gave no answer: it took too long or too much memory, too many wait for it, or its program threw (the cause says what). */
export type ThreadTroubleCode = 'too-slow' | 'too-large' | 'too-many' | 'failed'

export class ThreadTrouble extends Error {
  constructor(
    readonly code: ThreadTroubleCode,
    options?: ErrorOptions,
  ) {
    super(`A thread gave no answer: ${options?.cause instanceof Error ? options.cause.message : code}`, options)
  }
}

interface ThreadTerms {
  /** What the thread may take; beyond it the thread ends, and the process goes on. */
  heapMegabytes: number
  /** Whether it stays for the next question: for what is ours to read. What a stranger sent gets a thread of its own. */
  stays?: boolean
  /** How many questions are answered at once; without it, one. */
  threads?: number
  /** How many may wait; without it, all. */
  maxWaiting?: number
}

interface Limits {
  /** After which an answer is not waited for any longer, once the thread has the question. */
  seconds: number
  /** Whoever no longer wants an answer gives up the place in the queue; what is being made is finished. */
  signal?: AbortSignal
}

/** Where one question at a time is answered, by a thread that is made when one comes. */
interface Seat {
  thread: Worker | null
}

/**
 * Work that would keep the process from serving, done beside it: a program of the build in threads, one or few questions at a time in each process, in
 * the order in which they came. What goes in and out is copied, so it is plain data.
 */
export class ThreadedProgram<Question, Answer> {
  readonly #free: Seat[]
  readonly #waiting: ((seat: Seat) => void)[] = []

  constructor(
    readonly program: string,
    readonly terms: ThreadTerms,
  ) {
    this.#free = Array.from({ length: terms.threads ?? 1 }, () => ({ thread: null }))
  }

  /** Whether as many wait as may. */
  get isFull(): boolean {
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.terms
    return this.#waiting.length >= maxWaiting
  }

  /** @throws ThreadTrouble, or the signal's reason where nobody wanted the answer any longer */
  async ask(question: Question, { seconds, signal }: Limits): Promise<Answer> {
    if (this.isFull) throw new ThreadTrouble('too-many')
    signal?.throwIfAborted()
    const seat = this.#free.pop() ?? (await this.#turn(signal))
    try {
      return await this.#answerOf(seat, question, seconds)
    } finally {
      if (this.terms.stays) seat.thread?.unref()
      else await this.#end(seat)
      const next = this.#waiting.shift()
      if (next) next(seat)
      else this.#free.push(seat)
    }
  }

  /** The place of who leaves is free at once. */
  #turn(signal: AbortSignal | undefined): Promise<Seat> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        reject(signal?.reason)
      }
      const take = (seat: Seat) => {
        signal?.removeEventListener('abort', leave)
        resolve(seat)
      }
      this.#waiting.push(take)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  async #answerOf(seat: Seat, question: Question, seconds: number): Promise<Answer> {
    const thread = this.#started(seat)
    // A process does not wait for a thread that has nothing to do, but for what it is doing.
    thread.ref()
    const over = new AbortController()
    const { signal } = over
    const after = (what: Promise<unknown>, code: ThreadTroubleCode) =>
      what.then(() => {
        throw new ThreadTrouble(code)
      })
    try {
      thread.postMessage(question)
      const said: Said<Answer> = await Promise.race([
        // Fails with the thread's own error, where there is one.
        once(thread, 'message', { signal }).then(([said]) => said),
        after(once(thread, 'exit', { signal }), 'failed'),
        after(delay(seconds * 1000, null, { signal }), 'too-slow'),
      ])
      if ('error' in said) throw Object.assign(new Error(), said.error)
      return said.answer
    } catch (error) {
      // Whatever it is doing, nobody will hear of it; the next question gets a new one.
      await this.#end(seat)
      if (error instanceof ThreadTrouble) throw error
      const isMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      throw new ThreadTrouble(isMemory ? 'too-large' : 'failed', { cause: error })
    } finally {
      over.abort()
    }
  }

  #started(seat: Seat): Worker {
    if (seat.thread) return seat.thread
    const thread = new Worker(path.resolve(env().SHALA_BUILD_DIR, this.program), {
      resourceLimits: { maxOldGenerationSizeMb: this.terms.heapMegabytes, maxYoungGenerationSizeMb: 16 },
      env: {},
    })
    // Between two questions nobody else listens, and an error that nobody hears would end the process.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      if (seat.thread === thread) seat.thread = null
    })
    seat.thread = thread
    return thread
  }

  async #end(seat: Seat): Promise<void> {
    const { thread } = seat
    seat.thread = null
    await thread?.terminate()
  }
}
