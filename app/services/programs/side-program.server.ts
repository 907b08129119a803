import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { env } from '~/env.server'
import type { Said } from './answer-questions.server'
import { type Asking, FairQueue, type QueueTerms } from './fair-queue'
import { memoryOf } from './memory-of.server'
import { nobody, ProgramTrouble, type ProgramTroubleCode, turnIn, whyNoTurn } from './turns.server'

export { ProgramTrouble }

interface ProgramTerms extends QueueTerms {
  /** What the program's objects may take. With its buffers and itself it may take `besideHeap` more. */
  heapMegabytes: number
  /** Whether it stays for the next question: for what is ours to read. What a stranger sent gets a process of its own. */
  stays?: boolean
  /** How many questions are answered at once; without it, one. */
  processes?: number
}

/** Of our own settings it knows none; what sets a process's clock is the same for all of them. */
const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(TZ|LD_PRELOAD|FAKETIME.*)$/.test(name)))

/** Megabytes that Node itself, and buffers, may take beside the heap. */
const besideHeap = 160
/** How often the memory of a program that works is looked at. */
const watchMs = 50

interface Limits {
  /** After which an answer is not waited for any longer, once the program has the question. */
  seconds: number
  /** Whoever no longer wants an answer gives up the place in the queue; what is being made is finished. */
  signal?: AbortSignal
  /** Whose turn it is. */
  turn?: Asking
}

/** Where one question at a time is answered, by a process that is made when one comes. */
interface Seat {
  child: ChildProcess | null
}

/**
 * Work that would keep the process from serving, or end it, done beside it: a program of the build in processes of its own, one or few questions at a
 * time, the askers in turns. What goes in and out is copied, so it is plain data. A limit of a thread's memory does not hold (decision 54); a
 * process has a heap of its own, and its parent ends it when it takes more memory or time than it may.
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

  /** Why a question would get no place in the queue; null where it would, or need not wait. */
  whyNot(turn: Asking = nobody): 'too-many' | 'own-share' | null {
    return whyNoTurn(this.#waiting, turn)
  }

  /** @throws ProgramTrouble, or the signal's reason where nobody wanted the answer any longer */
  async ask(question: Question, { seconds, signal, turn = nobody }: Limits): Promise<Answer> {
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
    const child = this.#started(seat)
    // The parent does not wait for a program that has nothing to do, but for what it is doing.
    const hold = (isHeld: boolean) => {
      const word = isHeld ? 'ref' : 'unref'
      for (const one of [child, child.channel, child.stderr as Socket]) one?.[word]()
    }
    hold(true)
    const over = new AbortController()
    let ended: ProgramTroubleCode | null = null
    const end = (code: ProgramTroubleCode) => {
      ended = code
      child.kill('SIGKILL')
    }
    const late = setTimeout(() => end('too-slow'), seconds * 1000)
    const watch = setInterval(async () => {
      if ((await memoryOf(child.pid ?? 0)) > this.#mostBytes && !over.signal.aborted) end('too-large')
    }, watchMs)
    try {
      child.send(question as object, (error) => error && child.kill('SIGKILL'))
      const said = await Promise.race([
        once(child, 'message', { signal: over.signal }).then(([said]) => said as Said<Answer>),
        once(child, 'close', { signal: over.signal }).then(() => {
          const said = lastWordsOf(child)
          throw new ProgramTrouble(ended ?? (heapIsFull.test(said) ? 'too-large' : 'failed'), {
            cause: new Error(said),
          })
        }),
      ])
      if ('error' in said) throw new ProgramTrouble('failed', { cause: Object.assign(new Error(), said.error) })
      return said.answer
    } catch (error) {
      // Whatever it is doing, nobody will hear of it; the next question gets a new one.
      this.#end(seat)
      throw error instanceof ProgramTrouble ? error : new ProgramTrouble('failed', { cause: error })
    } finally {
      over.abort()
      clearTimeout(late)
      clearInterval(watch)
      hold(false)
    }
  }

  get #mostBytes(): number {
    return (this.terms.heapMegabytes + besideHeap) * 1024 * 1024
  }

  #started(seat: Seat): ChildProcess {
    if (seat.child?.connected) return seat.child
    const child = fork(path.resolve(env().SHALA_BUILD_DIR, this.program), {
      execArgv: [`--max-old-space-size=${this.terms.heapMegabytes}`, '--max-semi-space-size=16', '--single-threaded'],
      env: environment() as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    comeAfterPages(child)
    keepLastWords(child)
    // Between two questions nobody else listens, and an error that nobody hears would end the process.
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

/** How far below its parent a program stands, whatever rank that has itself. */
const lowerBy = 10

/** A core that both want goes to the pages: they are short, and more people wait for them. */
function comeAfterPages({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    os.setPriority(pid, Math.min(os.getPriority() + lowerBy, os.constants.priority.PRIORITY_LOW))
  } catch {
    // Where it is not allowed all processes are alike; one that is gone already has said why.
  }
}

/** What Node says before it ends itself. */
const heapIsFull = /heap out of memory|Allocation failed|invalid (size|array length|table size)|Fatal JavaScript/

const lastWords = new WeakMap<ChildProcess, string>()
/** Node 22 lists some twenty functions, with the path of Node, after it has said why it ends. */
const keptLetters = 50_000

/** What a program that cannot even begin says of it. */
function keepLastWords(child: ChildProcess): void {
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    lastWords.set(child, `${lastWords.get(child) ?? ''}${text}`.slice(-keptLetters))
  })
}

const lastWordsOf = (child: ChildProcess) => lastWords.get(child) || 'The program ended'
