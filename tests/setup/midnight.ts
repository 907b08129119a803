import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from './slowness'

const DAY_MS = 86_400_000
const INDIA_OFFSET_MS = 330 * 60_000
/** Longest duration of a usual test file or flow, in ms. */
const enoughMs = patience(60_000)

/**
 * When midnight in India is close, waits until it has passed, because tests assume one day. The processes, the database
 * and its server still run through midnight.
 */
export async function passMidnight(): Promise<void> {
  const left = DAY_MS - ((Date.now() + INDIA_OFFSET_MS) % DAY_MS)
  if (left < enoughMs) await sleep(left + 100)
}
