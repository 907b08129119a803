import os from 'node:os'
import { askerGone } from '~/services/threads/asker.server'
import { ThreadedProgram } from '~/services/threads/threaded-program.server'
import type { PasswordAnswer, PasswordQuestion } from './password-thread.server'
import { newToken } from './secrets.server'

/** A password costs some 20 ms of a core and 19 MiB: so many at once in each process, all others in the order in which they came. */
export const passwordThreads = Math.min(2, os.availableParallelism())

/** Who comes behind so many would wait for longer than a phone does. */
export const maxWaitingPasswords = 500

/** More people sign in than can be served; it may be otherwise in a moment. */
export class PasswordsBusy extends Error {}

/**
 * The work is done in threads of its own: neither on the event loop, nor in the pool in which pages are compressed and files read, which
 * would wait behind a rush of passwords.
 */
const hasher = new ThreadedProgram<PasswordQuestion, PasswordAnswer>('password-thread.js', {
  heapMegabytes: 32,
  stays: true,
  threads: passwordThreads,
  maxWaiting: maxWaitingPasswords,
})

/** Once its turn has come; a thread that has a tenth of a core takes a fifth of one. */
const seconds = 60

/**
 * For whoever counts tries before the password is looked at: who is sent away has tried nothing.
 * @throws PasswordsBusy where too many wait already
 */
export function requireTurn(): void {
  if (hasher.isFull) throw new PasswordsBusy('Too many passwords wait.')
}

/** @throws PasswordsBusy where too many wait already, or what the asker's signal says where the asker has left before the turn came */
export async function hashPassword(password: string): Promise<string> {
  return String(await ask({ password, hash: null }))
}

/** Of a password that nobody has. It is made even if the asker leaves: what else is done then must not depend on waiting for it. */
export async function nobodysPassword(): Promise<string> {
  requireTurn()
  return String(await hasher.ask({ password: newToken(), hash: null }, { seconds }))
}

/** @throws as `hashPassword` */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await ask({ password, hash: passwordHash })) === true
}

let decoy: Promise<PasswordAnswer> | undefined

/** Costs what a real check costs, so that an unknown account takes as long as a known one. Always false. */
export async function verifyNothing(password: string): Promise<false> {
  requireTurn()
  // Not for the asker alone, who may leave.
  decoy ??= hasher.ask({ password: 'nobody has this password', hash: null }, { seconds }).catch((error) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(String(await decoy), password)
  return false
}

async function ask(question: PasswordQuestion): Promise<PasswordAnswer> {
  requireTurn()
  return hasher.ask(question, { seconds, signal: askerGone() })
}
