import { setTimeout as sleep } from 'node:timers/promises'
import { isLockWait, isRetryable } from './errors.server'

const attempts = 6

/**
 * Retries `work` after a growing, jittered pause when the database reports a conflict and has rolled everything back.
 * Retries a lock wait timeout only once, since each takes the server's 50 seconds.
 */
export async function againOnCollision<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt >= (isLockWait(error) ? 2 : attempts)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}
