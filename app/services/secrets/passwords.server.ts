import os from 'node:os'
import { askerGone, turnOfNetwork } from '~/services/programs/asker.server'
import { ProgramTrouble, SideProgram } from '~/services/programs/side-program.server'
import type { PasswordAnswer, PasswordQuestion } from './password-hasher.server'
import { newToken } from './secrets.server'

/** A password costs some 20 ms of a core and 19 MiB: so many at once beside each process, all others in turns of their networks. */
export const passwordsAtOnce = Math.min(2, os.availableParallelism())

/** While others wait, one network holds half of these at most: a school of 600 students behind one address fits in, and all of it is served within half a minute. */
export const maxWaitingPasswords = 1_200

/** More people sign in than can be served; it may be otherwise in a moment. */
export class PasswordsBusy extends Error {}

/**
 * The work is done beside the process: neither on the event loop, nor in the pool in which pages are compressed and files read, which
 * would wait behind a rush of passwords.
 */
const hasher = new SideProgram<PasswordQuestion, PasswordAnswer>('password-hasher.js', {
  heapMegabytes: 32,
  stays: true,
  processes: passwordsAtOnce,
  most: maxWaitingPasswords,
})

/** Once its turn has come; a program that has a tenth of a core takes a fifth of one. */
const seconds = 60

/**
 * For whoever counts tries before the password is looked at: who is sent away has tried nothing.
 * @throws PasswordsBusy where too many wait already
 */
export function requireTurn(): void {
  if (hasher.whyNot(turnOfNetwork())) throw new PasswordsBusy('Too many passwords wait.')
}

/** @throws PasswordsBusy where too many wait already, or what the asker's signal says where the asker has left before the turn came */
export async function hashPassword(password: string): Promise<string> {
  return String(await ask({ password, hash: null }))
}

/** Of a password that nobody has. It is made even if the asker leaves: what else is done then must not depend on waiting for it. */
export async function nobodysPassword(): Promise<string> {
  requireTurn()
  return String(await inTurn({ password: newToken(), hash: null }, { seconds }))
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
  decoy ??= inTurn({ password: 'nobody has this password', hash: null }, { seconds }).catch((error) => {
    decoy = undefined
    throw error
  })
  await verifyPassword(String(await decoy), password)
  return false
}

async function ask(question: PasswordQuestion): Promise<PasswordAnswer> {
  requireTurn()
  return inTurn(question, { seconds, signal: askerGone() })
}

/** A place that others needed is lost as if there had been none. */
async function inTurn(question: PasswordQuestion, limits: { seconds: number; signal?: AbortSignal }) {
  try {
    return await hasher.ask(question, { ...limits, turn: turnOfNetwork() })
  } catch (error) {
    const isCrowded = error instanceof ProgramTrouble && (error.code === 'too-many' || error.code === 'own-share')
    throw isCrowded ? new PasswordsBusy('Too many passwords wait.') : error
  }
}
