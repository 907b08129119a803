import { setImmediate as nextTurn } from 'node:timers/promises'

const factor = 8

/**
 * Limit above which growth is not linear: eight times the input costs 8 times the work in the linear case, and 64 times
 * in the quadratic one.
 */
export const tooSteep = 3 * factor

/**
 * Returns the cost of eight times `size` as a multiple of the cost of `size`. Measures CPU time, not elapsed time.
 * Takes the best of three tries, in up to four rounds if the growth looks steep, so that other work hardly changes the
 * result.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  // Quadratic work stays steep; a garbage collection does not.
  for (let round = 0; round < 4; round += 1) {
    least.small = Math.min(least.small, await leastCpuMicros(() => work(size)))
    least.large = Math.min(least.large, await leastCpuMicros(() => work(size * factor)))
    if (slopeOf(least) < tooSteep) break
  }
  return slopeOf(least)
}

/** Quotient of two costs in microseconds. Less than a millisecond is too short to compare, and counts as one. */
const slopeOf = ({ small, large }: { small: number; large: number }) => large / Math.max(small, 1_000)

async function leastCpuMicros(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, user + system)
  }
  return least
}

/** Counts event loop turns until `isOver`: few while work blocks this thread, many while it runs in another thread. */
export async function turnsUntil(isOver: () => boolean): Promise<number> {
  let turns = 0
  for (; !isOver(); turns += 1) await nextTurn()
  return turns
}
