import { setTimeout as sleep } from 'node:timers/promises'
import { isLockWait, isRetryable } from './errors.server'

const attempts = 6

/**
 * Runs `work` again, after a growing, jittered pause, when the database says that it collided with another and took it back whole. Once
 * only where it waited for a lock in vain, which takes the server's fifty seconds.
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
