import { AsyncLocalStorage } from 'node:async_hooks'
import type { Asking } from './fair-queue'

/** For whom work is done. */
export interface Asker {
  /** Makes the signal that tells when whoever asked has left, where anybody wants to know. */
  gone: () => AbortSignal
  /** Where the request comes from. */
  network: string | null
  /** Who is signed in, as soon as that is known: an account, and its school where it belongs to one. */
  account: { name: string; school: string | null } | null
  /** Called when that is known; what it throws ends the work. */
  onAccount?: (turn: Asking) => void
}

const state = new AsyncLocalStorage<Asker>()

/** Does `work` for somebody who may leave before it is done. */
export function forAsker<T>(asker: Pick<Asker, 'gone'> & Partial<Asker>, work: () => T): T {
  return state.run({ network: null, account: null, ...asker }, work)
}

/** Notes who the asker turned out to be. */
export function noteAccount(account: Asker['account']): void {
  const asker = state.getStore()
  if (!asker) return
  asker.account = account
  asker.onAccount?.(turnOfAccount())
}

/** Calls `tell` once it is known who is signed in, before anything is read for that account. What it throws ends the work. */
export function whenAccountIsKnown(tell: (turn: Asking) => void): void {
  const asker = state.getStore()
  if (asker) asker.onAccount = tell
}

/** Tells when whoever this is done for has left; the worker does its work for nobody who could. */
export function askerGone(): AbortSignal | undefined {
  return state.getStore()?.gone()
}

/** Whose turn it is by who is signed in; by the network where nobody is. */
export function turnOfAccount(): Asking {
  const { account = null, network = null } = state.getStore() ?? {}
  return account ? { owner: account.name, group: account.school } : turnOfNetwork(network)
}

/** Whose turn it is by where the request comes from: nobody is signed in yet. */
export function turnOfNetwork(network = state.getStore()?.network ?? null): Asking {
  return { owner: `network ${network ?? 'none'}`, group: null }
}
