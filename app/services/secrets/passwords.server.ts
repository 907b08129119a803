import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { env } from '~/env.server'
import type { PasswordAnswer, PasswordQuestion } from './password-thread.server'

/** A password costs some 20 ms of a core and 19 MiB: so many at once in each process, all others in the order in which they came. */
export const passwordThreads = Math.min(2, os.availableParallelism())

/** Who comes behind so many would wait for longer than a phone does. */
export const maxWaitingPasswords = 500

/** More people sign in than can be served; it may be otherwise in a moment. */
export class PasswordsBusy extends Error {}

interface Waiting extends PasswordQuestion {
  resolve: (answer: PasswordAnswer) => void
  reject: (error: Error) => void
}

const waiting: Waiting[] = []
const idle: Worker[] = []
let started = 0

/**
 * For whoever counts tries before the password is looked at: who is sent away has tried nothing.
 * @throws PasswordsBusy where too many wait already
 */
export function requireTurn(): void {
  if (waiting.length >= maxWaitingPasswords) throw new PasswordsBusy('Too many passwords wait.')
}

/** @throws PasswordsBusy where too many wait already */
export async function hashPassword(password: string): Promise<string> {
  return String(await ask({ password, hash: null }))
}

/** @throws PasswordsBusy where too many wait already */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await ask({ password, hash: passwordHash })) === true
}

let decoy: Promise<string> | undefined

/** Costs what a real check costs, so that an unknown account takes as long as a known one. Always false. */
export async function verifyNothing(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password').catch((error) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(await decoy, password)
  return false
}

/**
 * The work is done in threads of its own: neither on the event loop, nor in the pool in which pages are compressed and files read, which
 * would wait behind a rush of passwords.
 */
function ask(question: PasswordQuestion): Promise<PasswordAnswer> {
  return new Promise((resolve, reject) => {
    // What it throws refuses the promise.
    requireTurn()
    waiting.push({ ...question, resolve, reject })
    next()
  })
}

function next(): void {
  if (waiting.length === 0) return
  const thread = idle.pop() ?? startThread()
  const one = thread && waiting.shift()
  if (one) work(thread, one)
}

function startThread(): Worker | undefined {
  if (started === passwordThreads) return undefined
  const thread = new Worker(path.resolve(env().SHALA_BUILD_DIR, 'password-thread.js'), { env: {} })
  started += 1
  // An error that nobody hears would end the process; what it means is said by the exit behind it.
  thread.on('error', () => undefined)
  thread.once('exit', () => {
    started -= 1
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1)
    next()
  })
  return thread
}

function work(thread: Worker, { password, hash, resolve, reject }: Waiting): void {
  const isGone = (code: number) => {
    thread.off('message', answered)
    reject(new Error(`The thread for passwords ended with ${code}.`))
  }
  const answered = (answer: PasswordAnswer) => {
    thread.off('exit', isGone)
    // An idle thread keeps no program alive.
    thread.unref()
    idle.push(thread)
    resolve(answer)
    next()
  }
  thread.ref()
  thread.once('message', answered)
  thread.once('exit', isGone)
  thread.postMessage({ password, hash } satisfies PasswordQuestion)
}
