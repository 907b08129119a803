import { database, type Tx } from './connection.server'
import { againOnCollision } from './retry.server'

/**
 * Runs `work` in one transaction, and again when the database says that it collided with another. Nothing else opens a
 * transaction, so `work` must not have effects outside the database.
 */
export function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return againOnCollision(() => database().transaction(work))
}
