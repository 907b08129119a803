import { setTimeout as sleep } from 'node:timers/promises'
import { database, type Tx } from './connection.server'
import { isRetryable } from './errors.server'

const attempts = 6

/**
 * Runs `work` in one transaction, and again (with a growing, jittered pause) when the database says that it collided
 * with another. Nothing else opens a transaction, so `work` must not have effects outside the database.
 */
export async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await database().transaction(work)
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}
