import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueueOwner } from './fair-queue'

export interface RequestClient {
  /** Creates the signal that aborts when the client disconnects; called only if the signal is needed. */
  gone: () => AbortSignal
  network: string | null
  /** Signed-in account, once known, with its school if it has one. */
  account: { name: string; school: string | null } | null
  /** Called when the account is known; an exception ends the work. */
  onAccount?: (turn: QueueOwner) => void
  /** The request tried a wrong password, or was refused because of earlier wrong ones. */
  hasFailedSignIn?: boolean
}

const state = new AsyncLocalStorage<RequestClient>()

/** Runs `work` for a client that may disconnect before it is done. */
export function runForClient<T>(asker: Pick<RequestClient, 'gone'> & Partial<RequestClient>, work: () => T): T {
  return state.run({ network: null, account: null, ...asker }, work)
}

export function noteAccount(account: RequestClient['account']): void {
  const asker = state.getStore()
  if (!asker) return
  asker.account = account
  asker.onAccount?.(turnOfAccount())
}

/** Calls `tell` once the account is known, before any of its data is read. If `tell` throws, the work ends. */
export function whenAccountIsKnown(tell: (turn: QueueOwner) => void): void {
  const asker = state.getStore()
  if (asker) asker.onAccount = tell
}

/** Marks this request as a failed sign-in, so that `inRequest` admits its network's next form only after a pause. */
export function noteFailedSignIn(): void {
  const asker = state.getStore()
  if (asker) asker.hasFailedSignIn = true
}

export const hasFailedSignIn = (): boolean => state.getStore()?.hasFailedSignIn ?? false

/** Signal for a disconnected client; undefined in the worker, which has no client. */
export function clientGoneSignal(): AbortSignal | undefined {
  return state.getStore()?.gone()
}

/** Owner of a queue entry for this client: the signed-in account, or the network before sign-in. */
export function turnOfAccount(): QueueOwner {
  const { account = null, network = null } = state.getStore() ?? {}
  return account ? { owner: account.name, group: account.school } : turnOfNetwork(network)
}

/** Owner of a queue entry by the client's network, for work before sign-in. */
export function turnOfNetwork(network = state.getStore()?.network ?? null): QueueOwner {
  return { owner: `network ${network ?? 'none'}`, group: null }
}
