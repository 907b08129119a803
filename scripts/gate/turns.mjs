/*
 * Turns: work that is too slow to do completely in every run is split into N parts. `isDue(key, N)` of
 * tests/setup/rotation.ts selects the part `seed % N`; this module chooses the seed, so that the parts that waited
 * longest come first.
 */

/** Values of N for which the gate's memory (memory.mjs) keeps the last turn of each part. */
export const FOLLOWED = [2, 3, 4, 5, 6, 7, 10, 20, 100]

/** For work that is split twice (`isInnerDue`): pairs of outer and inner N whose turns the memory keeps too. */
export const FOLLOWED_PAIRS = [
  [3, 3],
  [3, 4],
  [3, 6],
  [6, 3],
]

/** Common multiple of the numbers of outer parts: 2, 3, 4, 5, 6, 10, 20, 50 and 100. */
const ROUND = 300

/**
 * Returns the round of outer turns that a seed belongs to. Inner turns count these rounds, so that each outer part
 * meets each inner part, even when their numbers have a common factor.
 */
export const roundOf = (seed) => Math.floor(seed / ROUND)

/** Parts that a seed selects: for each followed number or pair, its name, its number of parts, and the part. */
function partsOf(seed) {
  return [
    ...FOLLOWED.map((parts) => ({ name: String(parts), parts, part: seed % parts })),
    ...FOLLOWED_PAIRS.map(([outer, inner]) => ({
      name: `${outer}x${inner}`,
      parts: outer * inner,
      part: (seed % outer) * inner + (roundOf(seed) % inner),
    })),
  ]
}

/**
 * Returns a seed of 31 bits: of several candidates derived from the clock, the one whose parts have waited longest.
 * @param {{ runs: number, last: Record<string, (number | null)[]> }} turns of the memory
 * @param {number} candidates number of seeds to compare: with many, the parts that waited longest always come first;
 * with few, a second run of the same commit may get other parts
 * @param {number} clock milliseconds
 */
export function chooseSeed(turns, candidates, clock = Date.now()) {
  let best = { seed: 0, waited: -1 }
  for (let at = 0; at < candidates; at++) {
    const seed = mixed(clock + at)
    const waited = partsOf(seed).reduce(
      (sum, { name, parts, part }) => sum + waitedTurns(turns, name, part, parts) / parts,
      0,
    )
    if (waited > best.waited) best = { seed, waited }
  }
  return best.seed
}

/** Runs since the last turn of this part. A part without a turn has waited longest. */
export function waitedTurns({ runs, last }, name, part, parts = Number(name)) {
  return runs - (last[name]?.[part] ?? -parts)
}

export function withTurn({ runs, last }, seed) {
  const next = Object.fromEntries(
    partsOf(seed).map(({ name, parts, part }) => {
      const ofParts = Array.from({ length: parts }, (_, one) => last[name]?.[one] ?? null)
      ofParts[part] = runs + 1
      return [name, ofParts]
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
