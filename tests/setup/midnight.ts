import { setTimeout as sleep } from 'node:timers/promises'

const DAY_MS = 86_400_000
const INDIA_OFFSET_MS = 330 * 60_000
/** What a file of tests, or a flow, takes at the most. */
const ENOUGH_MS = 30_000

/**
 * Waits until midnight in India has passed when it is close: a test reckons with one day. The processes it runs in, its database and
 * its server live through the midnight all the same.
 */
export async function passMidnight(): Promise<void> {
  const left = DAY_MS - ((Date.now() + INDIA_OFFSET_MS) % DAY_MS)
  if (left < ENOUGH_MS) await sleep(left + 100)
}
