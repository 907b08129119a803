import { setImmediate as nextTurn } from 'node:timers/promises'

const factor = 8

/** Growth that is no longer in proportion: eight times the input costs 8 times the work where it is linear, and 64 times where it is quadratic. */
export const tooSteep = 3 * factor

/**
 * How many times the work of `size` is the work of eight times `size`. Counts processor time, not elapsed time, and the best of three
 * tries, so that other programs on the machine hardly change it.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  const small = await leastCpuMicros(() => work(size))
  const large = await leastCpuMicros(() => work(size * factor))
  // Less than a millisecond says nothing about growth.
  return large / Math.max(small, 1_000)
}

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
