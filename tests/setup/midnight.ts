import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from './slowness'

const DAY_MS = 86_400_000
const INDIA_OFFSET_MS = 330 * 60_000
/** What a usual file of tests, or a flow, takes at the most. */
const enoughMs = patience(60_000)

/**
 * Waits until midnight in India has passed when it is close: a test reckons with one day. The processes it runs in, its database and
 * its server live through the midnight all the same.
 */
export async function passMidnight(): Promise<void> {
  const left = DAY_MS - ((Date.now() + INDIA_OFFSET_MS) % DAY_MS)
  if (left < enoughMs) await sleep(left + 100)
}
