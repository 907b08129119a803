import os from 'node:os'
import { clientGoneSignal, turnOfNetwork } from '~/services/programs/asker.server'
import { ProgramTrouble, SideProgram } from '~/services/programs/side-program.server'
import type { PasswordAnswer, PasswordQuestion } from './password-hasher.server'
import { newToken } from './secrets.server'

/**
 * Maximum number of passwords that are checked at the same time for one server process: each check takes some 20 ms of
 * a core and 19 MiB. Other passwords wait, and their networks take turns.
 */
export const passwordsAtOnce = Math.min(2, os.availableParallelism())

/**
 * Maximum number of waiting passwords. While other networks wait too, one network may have at most half of this number
 * waiting: enough for a school of 600 students behind one address. All are checked within half a minute.
 */
export const maxWaitingPasswords = 1_200

/** Error for more sign-ins than can be served; a retry may succeed. */
export class PasswordsBusy extends Error {}

/**
 * Hashes in separate processes. A rush of passwords would otherwise delay the event loop, or the thread pool that
 * compresses pages and reads files.
 */
const hasher = new SideProgram<PasswordQuestion, PasswordAnswer>('password-hasher.js', {
  heapMegabytes: 32,
  stays: true,
  isShort: true,
  processes: passwordsAtOnce,
  max: maxWaitingPasswords,
})

/** Timeout from the start of the work; a process limited to a tenth of a core needs only a fifth of a second. */
const seconds = 60

/** Number of passwords that wait for their turn in this process. */
export function countWaitingPasswords(): number {
  return hasher.waiting
}

/**
 * Checks for a free slot before an attempt is counted: a refused client has not made an attempt.
 * @throws PasswordsBusy when too many wait already
 */
export function requireTurn(): void {
  if (hasher.whyNot(turnOfNetwork())) throw new PasswordsBusy('Too many passwords wait.')
}

/** @throws PasswordsBusy when too many wait already, or the signal's reason when the client left before its turn */
export async function hashPassword(password: string): Promise<string> {
  return String(await ask({ password, hash: null }))
}

/** Hashes a random password. Continues if the client leaves, so that the caller's next steps follow in any case. */
export async function hashRandomPassword(): Promise<string> {
  requireTurn()
  return String(await inTurn({ password: newToken(), hash: null }, { seconds }))
}

/** @throws as `hashPassword` */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return (await ask({ password, hash: passwordHash })) === true
}

let decoy: Promise<PasswordAnswer> | undefined

/** Takes as long as a real check, so that an unknown account cannot be recognised. Always false. */
export async function verifyAgainstDecoy(password: string): Promise<false> {
  requireTurn()
  // Ignores this client's disconnect signal, since others share the result.
  decoy ??= inTurn({ password: 'nobody has this password', hash: null }, { seconds }).catch((error) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(String(await decoy), password)
  return false
}

async function ask(question: PasswordQuestion): Promise<PasswordAnswer> {
  requireTurn()
  return inTurn(question, { seconds, signal: clientGoneSignal() })
}

/** Treats an eviction from the queue, or a process that does not start, like a refusal. */
async function inTurn(question: PasswordQuestion, limits: { seconds: number; signal?: AbortSignal }) {
  try {
    return await hasher.ask(question, { ...limits, turn: turnOfNetwork() })
  } catch (error) {
    const isBusy = error instanceof ProgramTrouble && ['too-many', 'own-share', 'not-started'].includes(error.code)
    throw isBusy ? new PasswordsBusy('Too many passwords wait.') : error
  }
}
