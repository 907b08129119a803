import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from './slowness'

const DAY_MS = 86_400_000
const INDIA_OFFSET_MS = 330 * 60_000
/** Maximum time that a test file or flow needs, with rare exceptions, in ms. */
const enoughMs = patience(60_000)

/**
 * When midnight in India is close, waits until it has passed, because tests assume that the day does not change.
 * Processes and database servers that already run are not stopped.
 */
export async function passMidnight(): Promise<void> {
  const left = DAY_MS - ((Date.now() + INDIA_OFFSET_MS) % DAY_MS)
  if (left < enoughMs) await sleep(left + 100)
}
