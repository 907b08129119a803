/*
 * Turns: work that is too slow to do completely in every run is split into N parts. `isDue(key, N)` of
 * tests/setup/rotation.ts selects the part `seed % N`; this module chooses the seed, so that the parts that waited
 * longest come first.
 */

/** Values of N whose last turns the memory keeps. */
export const FOLLOWED = [2, 3, 4, 5, 6, 7, 10, 20, 100]

/**
 * Returns a seed of 31 bits: of several candidates derived from the clock, the one whose parts have waited longest.
 * @param {{ runs: number, last: Record<string, (number | null)[]> }} turns of the memory
 * @param {number} candidates number of compared seeds: many make the order strict, few let a second run of one commit
 * differ
 * @param {number} clock milliseconds
 */
export function chooseSeed(turns, candidates, clock = Date.now()) {
  let best = { seed: 0, waited: -1 }
  for (let at = 0; at < candidates; at++) {
    const seed = mixed(clock + at)
    const waited = FOLLOWED.reduce((sum, parts) => sum + waitedTurns(turns, parts, seed % parts) / parts, 0)
    if (waited > best.waited) best = { seed, waited }
  }
  return best.seed
}

/** Runs since the last turn of this part. A part without a turn has waited longest. */
export function waitedTurns({ runs, last }, parts, part) {
  return runs - (last[parts]?.[part] ?? -parts)
}

export function withTurn({ runs, last }, seed) {
  const next = Object.fromEntries(
    FOLLOWED.map((parts) => {
      const ofParts = Array.from({ length: parts }, (_, part) => last[parts]?.[part] ?? null)
      ofParts[seed % parts] = runs + 1
      return [parts, ofParts]
    }),
  )
  return { runs: runs + 1, last: next }
}

/** Spreads neighbouring numbers over 31 bits (the finalizer of MurmurHash3). */
function mixed(number) {
  let hash = Math.imul(Math.floor(number / 2 ** 31) ^ number, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 1) & 0x7fffffff
}
