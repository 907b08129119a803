import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { Sequelize } from 'sequelize'

type TransactionStore = AsyncLocalStorage<Map<string, unknown>>

const storeKey = Symbol.for('shala.transaction')
const globals = globalThis as { [storeKey]?: TransactionStore }
globals[storeKey] ??= new AsyncLocalStorage()

/**
 * Stores the state of the surrounding transaction; Sequelize keeps the transaction itself here (`useCLS`). The process
 * has only one store, even if this module is loaded several times (by tests, or by Vite after a change).
 */
const transactionStore = globals[storeKey]

// biome-ignore lint/correctness/useHookAtTopLevel: a method of Sequelize, not a hook of React.
Sequelize.useCLS({
  run: (work: (state: Map<string, unknown>) => void) => {
    const state = new Map<string, unknown>()
    return transactionStore.run(state, () => work(state))
  },
  get: (name: string) => transactionStore.getStore()?.get(name),
  set: (name: string, value: unknown) => transactionStore.getStore()?.set(name, value),
  bind: AsyncResource.bind,
})

/** State of the surrounding transaction; null outside a transaction. */
export function currentTransaction(): Map<string, unknown> | null {
  const state = transactionStore.getStore()
  return state?.get('transaction') ? state : null
}

/** Throws outside a transaction. Called by each step of a larger change whose steps must all happen or none. */
export function requireTransaction(): void {
  if (!currentTransaction()) throw new Error('This belongs inside a transaction')
}

/** Runs `work` outside the surrounding transaction: it reads committed data, and its writes survive a rollback. */
export function outsideTransaction<T>(work: () => Promise<T>): Promise<T> {
  return transactionStore.run(new Map(), work)
}
