import { AsyncLocalStorage } from 'node:async_hooks'
import type { Asking } from './fair-queue'

/** Client on whose behalf work is done. */
export interface Asker {
  /** Creates the signal for a client that disconnects; called only if the signal is needed. */
  gone: () => AbortSignal
  /** Network of the request. */
  network: string | null
  /** Signed-in account, once known, with its school if it has one. */
  account: { name: string; school: string | null } | null
  /** Called when the account is known; an exception ends the work. */
  onAccount?: (turn: Asking) => void
}

const state = new AsyncLocalStorage<Asker>()

/** Runs `work` for a client that may disconnect before it is done. */
export function forAsker<T>(asker: Pick<Asker, 'gone'> & Partial<Asker>, work: () => T): T {
  return state.run({ network: null, account: null, ...asker }, work)
}

/** Records the signed-in account of the current client. */
export function noteAccount(account: Asker['account']): void {
  const asker = state.getStore()
  if (!asker) return
  asker.account = account
  asker.onAccount?.(turnOfAccount())
}

/** Calls `tell` once the account is known, before any of its data is read. An exception ends the work. */
export function whenAccountIsKnown(tell: (turn: Asking) => void): void {
  const asker = state.getStore()
  if (asker) asker.onAccount = tell
}

/** Signal for a disconnected client; undefined in the worker, which has no client. */
export function askerGone(): AbortSignal | undefined {
  return state.getStore()?.gone()
}

/** Turn of the signed-in account, or of the network before sign-in. */
export function turnOfAccount(): Asking {
  const { account = null, network = null } = state.getStore() ?? {}
  return account ? { owner: account.name, group: account.school } : turnOfNetwork(network)
}

/** Turn of the network, used before anyone has signed in. */
export function turnOfNetwork(network = state.getStore()?.network ?? null): Asking {
  return { owner: `network ${network ?? 'none'}`, group: null }
}
