import { database, type Tx } from './connection.server'
import { againOnCollision } from './retry.server'

/**
 * Runs `work` in one transaction, and again when the database says that it collided with another. Nothing else opens a
 * transaction, so `work` must not have effects outside the database.
 */
export async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  let committed: Tx | undefined
  const value = await againOnCollision(() =>
    database().transaction((tx) => {
      committed = tx
      return work(tx)
    }),
  )
  for (const effect of (committed && effects.get(committed)) ?? []) await effect()
  return value
}

const effects = new WeakMap<Tx, Array<() => Promise<void>>>()

/** Does something once the transaction has come to its good end and given its connection back; not at all when it was taken back. */
export function afterCommit(tx: Tx, effect: () => Promise<void>): void {
  effects.set(tx, [...(effects.get(tx) ?? []), effect])
}
