import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { env } from '~/env.server'
import { log, loggable } from '~/services/log.server'
import type { ProgramReply } from './answer-questions.server'
import { FairQueue, type QueueOwner, type QueueTerms } from './fair-queue'
import { readProcessMemory } from './memory-of.server'
import { noOwner, ProgramTrouble, type ProgramTroubleCode, turnIn, turnRefusal } from './turns.server'

export { ProgramTrouble }

interface ProgramTerms extends QueueTerms {
  /** Heap limit. The process may use `besideHeap` more for buffers and Node itself. */
  heapMegabytes: number
  /** Keeps the process for further requests; only if all input is our own. By default each gets a new process. */
  stays?: boolean
  /** Number of requests processed at once; 1 by default. */
  processes?: number
  /** The work takes milliseconds (a receipt, a password), so it ranks before the long work of other programs. */
  isShort?: boolean
  /** Timeout for the start of a process; `usualStartSeconds` by default. */
  startSeconds?: number
}

/** Environment of the program: none of our settings, only the variables that set a process's clock. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(TZ|LD_PRELOAD|FAKETIME.*)$/.test(name)))

/** Megabytes that Node itself and buffers may use in addition to the heap. */
const besideHeap = 160
/** Interval at which the memory of a busy program is checked. */
const watchMs = 50

/** Generous: a start takes 40 ms, but many seconds at low priority on a busy machine. */
const usualStartSeconds = 60

interface Limits {
  /** Timeout of the answer, counted from the moment when the process is ready to work. */
  seconds: number
  /** Releases the slot in the queue when the client leaves; work that has started is finished. */
  signal?: AbortSignal
  turn?: QueueOwner
}

/** Slot that processes one request at a time, in a process that is started on demand. */
interface Seat {
  child: ChildProcess | null
}

/**
 * Runs work that would block or crash this process in separate processes, with clients served in turn. Input and output
 * are copied, so they must be plain data. A thread's memory limit does not hold (decision 54); a process has its own
 * heap, and its parent kills it when it exceeds its memory or time.
 */
export class SideProgram<Question, Answer> {
  readonly #free: Seat[]
  readonly #waiting: FairQueue<(seat: Seat) => void>

  constructor(
    readonly program: string,
    readonly terms: ProgramTerms,
  ) {
    this.#free = Array.from({ length: terms.processes ?? 1 }, () => ({ child: null }))
    this.#waiting = new FairQueue(terms)
  }

  /** Returns why the queue would refuse a request; null if the request would be queued, or need not wait. */
  whyNot(turn: QueueOwner = noOwner): 'too-many' | 'own-share' | null {
    return turnRefusal(this.#waiting, turn)
  }

  /** Number of requests that wait for their turn. */
  get waiting(): number {
    return this.#waiting.waiting
  }

  /** @throws ProgramTrouble, or the signal's reason when the client has left */
  async ask(question: Question, { seconds, signal, turn = noOwner }: Limits): Promise<Answer> {
    signal?.throwIfAborted()
    const seat = this.#free.pop() ?? (await turnIn(this.#waiting, turn, signal))
    try {
      return await this.#answerOf(seat, question, seconds)
    } finally {
      if (!this.terms.stays) this.#end(seat)
      const next = this.#waiting.next()
      if (next) next(seat)
      else this.#free.push(seat)
    }
  }

  async #answerOf(seat: Seat, question: Question, seconds: number): Promise<Answer> {
    const child = seat.child?.connected ? seat.child : await this.#start(seat)
    hold(child, true)
    const over = new AbortController()
    let ended: ProgramTroubleCode | null = null
    const end = (code: ProgramTroubleCode) => {
      ended = code
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => end('too-slow'), seconds * 1000)
    const watch = setInterval(async () => {
      if ((await readProcessMemory(child.pid ?? 0)) > this.#mostBytes && !over.signal.aborted) end('too-large')
    }, watchMs)
    try {
      child.send(question as object, (error) => error && child.kill('SIGKILL'))
      const reply = (await nextMessage(child, over.signal)) as ProgramReply<Answer>
      if ('error' in reply) throw new ProgramTrouble('failed', { cause: Object.assign(new Error(), reply.error) })
      return reply.answer
    } catch (error) {
      // Ends the process, since its result is not needed any more; the next request starts a new one.
      this.#end(seat)
      if (error instanceof ProgramTrouble) throw error
      throw new ProgramTrouble(ended ?? (heapIsFull.test(lastWordsOf(child)) ? 'too-large' : 'failed'), {
        cause: error,
      })
    } finally {
      over.abort()
      clearTimeout(late)
      clearInterval(watch)
      hold(child, false)
    }
  }

  get #mostBytes(): number {
    return (this.terms.heapMegabytes + besideHeap) * 1024 * 1024
  }

  /** Returns a new process once it has reported that it is ready. */
  async #start(seat: Seat): Promise<ChildProcess> {
    const { startSeconds = usualStartSeconds } = this.terms
    const over = new AbortController()
    const late = setTimeout(() => over.abort(new Error(`Not ready after ${startSeconds} s`)), startSeconds * 1000)
    try {
      const child = this.#fork(seat)
      await nextMessage(child, over.signal)
      // Lowers the priority again, for threads that Node started before the first call took effect.
      comeAfterPages(child, this.terms.isShort ? 'short' : 'long')
      return child
    } catch (error) {
      this.#end(seat)
      const cause = over.signal.aborted ? over.signal.reason : error
      log().error({ error: loggable(cause), program: this.program }, 'a program did not start')
      throw new ProgramTrouble('not-started', { cause })
    } finally {
      clearTimeout(late)
      over.abort()
    }
  }

  #fork(seat: Seat): ChildProcess {
    const child = fork(path.resolve(env().SHALA_BUILD_DIR, this.program), {
      execArgv: [`--max-old-space-size=${this.terms.heapMegabytes}`, '--max-semi-space-size=16', '--single-threaded'],
      env: environment() as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    comeAfterPages(child, this.terms.isShort ? 'short' : 'long')
    keepLastWords(child)
    // An error between two requests would otherwise be unhandled and end this process.
    child.on('error', () => undefined)
    child.once('exit', () => {
      if (seat.child === child) seat.child = null
    })
    seat.child = child
    return child
  }

  #end(seat: Seat): void {
    seat.child?.kill('SIGKILL')
    seat.child = null
  }
}

/** @throws Error with the end of the error output if the program has ended, or the signal's reason */
async function nextMessage(child: ChildProcess, signal: AbortSignal): Promise<unknown> {
  return Promise.race([
    once(child, 'message', { signal }).then(([message]) => message),
    once(child, 'close', { signal }).then(() => {
      throw new Error(lastWordsOf(child))
    }),
  ])
}

/** Keeps the parent alive while a program starts or works, but not while it is idle. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const word = isHeld ? 'ref' : 'unref'
  for (const one of [child, child.channel, child.stderr as Socket]) one?.[word]()
}

/** Priority levels by which a program ranks below its parent, for short and long work. */
const lowerBy = { short: 5, long: 10 }

/** Lowers the priority of a program and its threads: page requests are short, and more users wait for them. */
function comeAfterPages({ pid }: ChildProcess, work: keyof typeof lowerBy): void {
  if (pid === undefined) return
  const priority = Math.min(os.getPriority() + lowerBy[work], os.constants.priority.PRIORITY_LOW)
  for (const thread of threadsOf(pid)) {
    try {
      os.setPriority(thread, priority)
    } catch {
      // Keeps the priority if changing it is not allowed, or if the thread has ended.
    }
  }
}

/** Ids of the threads of a process. Only Linux ranks threads one by one; elsewhere the process alone counts. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    return [pid]
  }
}

/** Messages of Node before it aborts for lack of memory. */
const heapIsFull = /heap out of memory|Allocation failed|invalid (size|array length|table size)|Fatal JavaScript/

const lastWords = new WeakMap<ChildProcess, string>()
/** Characters of the error output to keep: Node 22 prints some twenty stack frames, with paths, after the reason. */
const keptLetters = 50_000

/** Keeps the end of a program's error output, which tells why the program ended. */
function keepLastWords(child: ChildProcess): void {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords.set(child, `${lastWords.get(child) ?? ''}${text}`.slice(-keptLetters))
  })
}

const lastWordsOf = (child: ChildProcess) => lastWords.get(child) || 'The program ended'
