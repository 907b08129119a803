import { AsyncLocalStorage } from 'node:async_hooks'

const state = new AsyncLocalStorage<() => AbortSignal>()

/** Does `work` for somebody who may leave before it is done; `gone` makes the signal that says so, where anybody wants to know. */
export function forAsker<T>(gone: () => AbortSignal, work: () => T): T {
  return state.run(gone, work)
}

/** Tells when whoever this is done for has left; the worker does its work for nobody who could. */
export function askerGone(): AbortSignal | undefined {
  return state.getStore()?.()
}
