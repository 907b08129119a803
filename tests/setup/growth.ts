import { setImmediate as nextTurn } from 'node:timers/promises'

const factor = 8

/** Growth that is no longer in proportion: eight times the input costs 8 times the work where it is linear, and 64 times where it is quadratic. */
export const tooSteep = 3 * factor

/**
 * How many times the work of `size` is the work of eight times `size`. Counts processor time, not elapsed time, and the best of three
 * tries, four times where it looks steep, so that other work hardly changes it.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY }
  // What is steep stays so; a collection of garbage does not.
  for (let round = 0; round < 4; round += 1) {
    least.small = Math.min(least.small, await leastCpuMicros(() => work(size)))
    least.large = Math.min(least.large, await leastCpuMicros(() => work(size * factor)))
    if (slopeOf(least) < tooSteep) break
  }
  return slopeOf(least)
}

/** Less than a millisecond says nothing about growth. */
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

/** Counts the turns of the event loop until `isOver`: work within this process leaves it few, work in a thread leaves it all. */
export async function turnsUntil(isOver: () => boolean): Promise<number> {
  let turns = 0
  for (; !isOver(); turns += 1) await nextTurn()
  return turns
}
